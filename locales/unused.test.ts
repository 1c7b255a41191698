import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { DEFAULT_LANGUAGE } from '#app/i18n/languages.ts';
import { ERROR_STATUS } from '#protocol/errors.ts';
import { filesOf, textsOf } from './texts.ts';

/** Strings of a source; templates as the parts around their values. */
type Source = { text: string; strings: Set<string>; templates: string[][] };

/** Names in any source, which values in templates can have. */
const names = new Set<string>(Object.keys(ERROR_STATUS));

const sources = ['app', 'protocol', 'db/schema'].flatMap((folder) => {
  const root = new URL(`../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => read(path, readFileSync(new URL(path, root), 'utf8')));
});

function read(path: string, text: string): Source {
  const source: Source = { text, strings: new Set(), templates: [] };
  const importsTexts = text.includes('#locales/');
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) source.strings.add(node.text);
    if (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) names.add(node.text);
    // `en.title`, of an imported file.
    if (importsTexts && ts.isIdentifier(node)) source.strings.add(node.text);
    if (ts.isTemplateExpression(node)) {
      source.templates.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return source;
}

/** Whether a source names the namespace: by `useTranslation('blog')`, a type, a `handle`, an import. */
function speaks({ text }: Source, namespace: string): boolean {
  if (namespace === 'common' && text.includes('useTranslation()')) return true;
  if (namespace === 'admin' && text.includes('useLabels()')) return true;
  if (namespace === 'mail' && /mail\/email\.server|mailTexts/.test(text)) return true;
  return text.includes(`'${namespace}'`) || text.includes(`/${namespace}.json`);
}

/** `section.${name}` gives `section.user` where `user` is a name in some source. */
function isBuilt(key: string, template: readonly string[]): boolean {
  // Not `${size}`, nor what builds no key.
  if (!template.some((part) => /^\.|\.$/.test(part)) || !/^[\w.-]+$/.test(template.join(''))) return false;
  const pattern = template.map((part) => part.replaceAll('.', '\\.')).join('([\\w:-]+)');
  const values = new RegExp(`^${pattern}$`).exec(key)?.slice(1);
  return values?.every((value) => names.has(value)) ?? false;
}

function isUsed(key: string, namespace: string): boolean {
  if (namespace === 'errors' && key in ERROR_STATUS) return true;
  return sources.some(
    (source) =>
      // Keys without a dot are words that stand elsewhere too.
      (source.strings.has(key) && (key.includes('.') || speaks(source, namespace))) ||
      source.templates.some((template) => isBuilt(key, template)),
  );
}

it.each(filesOf(DEFAULT_LANGUAGE))('%s has no text that nothing shows', (file) => {
  const namespace = file.replace('.json', '');
  const keys = [...textsOf(DEFAULT_LANGUAGE, file).keys()];
  const unused = keys.filter((key) => {
    const withoutPluralForm = key.replace(/_(zero|one|two|few|many|other)$/, '');
    return !isUsed(key, namespace) && !isUsed(withoutPluralForm, namespace);
  });
  expect(unused).toEqual([]);
});
