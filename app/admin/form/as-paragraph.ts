/**
 * What to write at a place in a text so that it becomes a paragraph of its own, with an empty line before and after it.
 * @param start of the selection that it replaces, in UTF-16 units; `end` of it
 */
export function asParagraph(markdown: string, text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const lead = /(^|\n\n)$/.test(before) ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const tail = /^(\n\n|$)/.test(after) ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  return lead + markdown + tail;
}
