import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';

export type MarkdownOptions = {
  /** Level of the text's top headings on the surrounding page. */
  headings?: 2 | 3 | 4;
  /** Prefix of the headings' ids, for links to them. Without it they have no ids. */
  anchors?: string;
  /** The site's own pictures that the text may embed, by address, shown at a fitting size. */
  pictures?: ReadonlyMap<string, OwnPicture>;
};

type OwnPicture = {
  /** In pixels. */
  width: number;
  height: number;
  /** In which it is available besides its own. */
  widths: readonly number[];
  /** Whether it is shown in 360°. */
  isSphere: boolean | null;
};

type Settings = Required<Pick<MarkdownOptions, 'headings' | 'pictures'>> & { anchors: string | undefined };

/** Path on this site; two slashes would start another host. */
const OWN_PATH = /^[/#](?![/\\])/;

// HTML is shown as typed. The library leaves links with `javascript:` and similar schemes as text.
const markdown = new MarkdownIt({ html: false, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.core.ruler.push('headings', ({ tokens, env }) => {
  const { headings, anchors } = settingsOf(env);
  const opening = tokens.filter(({ type }) => type === 'heading_open');
  const highest = Math.min(...opening.map(levelOf));
  const slugger = new GithubSlugger();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue;
    token.tag = `h${Math.min(6, levelOf(token) - highest + headings)}`;
    if (!anchors || token.type !== 'heading_open') continue;
    // Without accents, which URLs would show percent-encoded.
    const words = plainText(tokens[at + 1])
      .normalize('NFKD')
      .replace(/\p{M}/gu, '');
    token.attrSet('id', slugger.slug(`${anchors} ${words}`));
  }
});

markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  if (!OWN_PATH.test(attribute(tokens[at], 'href'))) tokens[at]?.attrSet('rel', 'nofollow noopener');
  return renderer.renderToken(tokens, at, options);
};

/** Pages show text in a column of 42rem. */
const SIZES = '(min-width: 46rem) 42rem, 92vw';

markdown.renderer.rules.image = (tokens, at, _options, env) => {
  const token = tokens[at];
  const source = markdown.utils.escapeHtml(attribute(token, 'src'));
  const alt = markdown.utils.escapeHtml(plainText(token));
  // Pages embed only the site's own pictures; others become links.
  if (!OWN_PATH.test(source)) return `<a href="${source}" rel="nofollow noopener">${alt || source}</a>`;
  const own = settingsOf(env).pictures.get(attribute(token, 'src'));
  const shown = `alt="${alt}" loading="lazy" decoding="async"`;
  if (!own) return `<img src="${source}" ${shown}>`;
  const { width, height, widths, isSphere } = own;
  const all = [...widths.map((w) => `${source}?width=${w} ${w}w`), `${source} ${width}w`].join(', ');
  const picture = `<img src="${source}" srcset="${all}" sizes="${SIZES}" width="${width}" height="${height}" ${shown}>`;
  // Opens in the viewer; without JavaScript, on its own page.
  if (!isSphere || isLinked(tokens, at)) return picture;
  return `<a href="${source}" class="sphere" data-sphere>${picture}<span aria-hidden="true">360°</span></a>`;
};

// Wide tables scroll by themselves, also by keyboard, instead of the page.
markdown.renderer.rules.table_open = () => '<div class="scroll-edge overflow-x-auto" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

// The library aligns with style attributes, which the Content-Security-Policy blocks.
for (const cell of ['th_open', 'td_open']) {
  markdown.renderer.rules[cell] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at];
    const side = /text-align:(center|right)/.exec(attribute(token, 'style'))?.[1];
    if (token) token.attrs = side ? [['class', side === 'right' ? 'text-right' : 'text-center']] : null;
    return renderer.renderToken(tokens, at, options);
  };
}

/** Renders Markdown from any author as HTML that is safe to embed. */
export function renderMarkdown(
  source: string,
  { headings = 2, anchors, pictures = new Map() }: MarkdownOptions = {},
): string {
  const settings: Settings = { headings, anchors, pictures };
  return markdown.render(source, settings);
}

function settingsOf(env: unknown): Settings {
  const given: Partial<Settings> = typeof env === 'object' && env !== null ? env : {};
  const { headings = 2, anchors, pictures = new Map() } = given;
  return { headings, anchors, pictures };
}

/** Whether the author has made the picture part of a link. */
function isLinked(tokens: readonly Token[], at: number): boolean {
  const opened = tokens.slice(0, at).findLast(({ type }) => type === 'link_open' || type === 'link_close');
  return opened?.type === 'link_open';
}

function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '');
}

function levelOf({ tag }: Token): number {
  return Number(tag.slice(1));
}

/** The text of a heading or of alt text, without markup. */
function plainText(token: Token | undefined): string {
  const parts = token?.children?.map((part) =>
    part.type === 'image' ? plainText(part) : part.type === 'softbreak' ? ' ' : part.content,
  );
  return parts?.join('') ?? '';
}
