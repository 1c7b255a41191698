import type { Page } from '@playwright/test';
import { z } from 'zod';

/** Elements that are alike to axe, and whose ancestors are: the place of the parents' kind in the list, and their own. */
const kindSchema = z.tuple([z.int(), z.string()]);
type Kind = z.infer<typeof kindSchema>;

const seenSchema = z.object({
  /** The rules, and the page's language, colours and width: parent of the root. */
  screen: z.string(),
  /** Each after its parents. */
  kinds: z.array(kindSchema),
  /** Steps from one heading to the next, and how many landmarks there are of each kind. */
  outline: z.array(z.string()),
  /** An id is used twice. */
  isAmbiguous: z.boolean(),
});

/** Kinds and outlines that axe has checked in this worker, by their screen or parents, with a number for each. */
const checked = new Map<string, number>();

/**
 * Whether a page has an element or an outline of a kind that axe has not yet checked; from then on it has.
 * @param rules name of the rules to check with
 */
export async function isNewToAxe(page: Page, rules: string): Promise<boolean> {
  const read = seenSchema.parse(JSON.parse(await page.evaluate(readPage, rules)));
  const { screen, kinds, outline, isAmbiguous } = read;
  const before = checked.size;
  const numbers: number[] = [];
  for (const [parent, own] of kinds) numbers.push(numberOf(`${numbers[parent] ?? screen} > ${own}`));
  for (const part of outline) numberOf(`${screen}: ${part}`);
  return isAmbiguous || checked.size > before;
}

function numberOf(kind: string): number {
  const number = checked.get(kind) ?? checked.size;
  checked.set(kind, number);
  return number;
}

/** Reads all that axe's rules depend on, as JSON: Playwright takes long for many values. Runs in the page. */
function readPage(rules: string): string {
  /** Attributes whose value matters; of others it matters whether they are empty. */
  const STATE = /^(class|style|role|type|lang|tabindex|data-state|aria-(?!label|describedby|controls|owns))/;
  const describe = (element: Element) => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      STATE.test(name) ? `${name}=${value}` : `${name}${value === '' ? '=' : ''}`,
    );
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    return [element.tagName, ...attributes.toSorted(), hasText && 'text'].join(' ');
  };
  const kinds: Kind[] = [];
  const places = new Map<string, number>();
  const placeOf = new Map<Element | null, number>();
  for (const element of document.querySelectorAll('*')) {
    const parent = placeOf.get(element.parentElement) ?? -1;
    const own = describe(element);
    const place = places.get(`${parent} ${own}`) ?? kinds.push([parent, own]) - 1;
    places.set(`${parent} ${own}`, place);
    placeOf.set(element, place);
  }
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const hasFewColours = matchMedia('(forced-colors: active)').matches;
  // Rules about headings compare each with the one before; those about landmarks count them and compare their names.
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => tagName);
  const steps = levels.map((level, nth) => `${levels[nth - 1]} ${level}`);
  const landmarks = ['header', 'main', 'nav', 'aside', 'footer'].map((tag) => {
    const names = [...document.querySelectorAll(tag)].map((element) => element.getAttribute('aria-label'));
    return `${tag} ${Math.min(names.length, 2)} ${new Set(names).size === names.length}`;
  });
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return JSON.stringify({
    screen: [rules, document.documentElement.lang, isDark, hasFewColours, innerWidth].join(' '),
    kinds,
    outline: [...new Set(steps), ...landmarks],
    isAmbiguous: new Set(ids).size < ids.length,
  });
}
