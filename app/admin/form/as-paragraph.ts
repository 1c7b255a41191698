/**
 * Adds the line breaks that make Markdown inserted into a text a separate paragraph, with an empty line before and
 * after.
 * @param start of the selection it replaces, in UTF-16 units; `end` likewise
 */
export function asParagraph(markdown: string, text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const lead = /(^|\n\n)$/.test(before) ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const tail = /^(\n\n|$)/.test(after) ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  return lead + markdown + tail;
}
