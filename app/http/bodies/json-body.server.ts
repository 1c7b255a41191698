/** Our deepest body, a user with prices, has four levels. */
const MAX_DEPTH = 16;
/** Maximum number of values, not counting keys. The largest bodies are long texts, which count as one value. */
const MAX_VALUES = 10_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Parses JSON of a reasonable shape. Parsing a megabyte of brackets, and reporting an error for each, would block the
 * process for a second.
 * @throws SyntaxError if it is not JSON, nested too deeply or has too many values
 */
export function parseJson(text: string): unknown {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(character)) depth++;
    else if (CLOSING.has(character)) depth--;
    if (character === COMMA || OPENING.has(character)) values++;
    if (depth > MAX_DEPTH || values > MAX_VALUES)
      throw new SyntaxError('JSON too deep or with too many values');
  }
  return JSON.parse(text);
}

/** @returns index of the closing quote, or of the end of the text */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at++;
    else if (character === QUOTE) return at;
  }
  return text.length;
}
