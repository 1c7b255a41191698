type Values = Readonly<Record<string, unknown>>;

/** Replaces a value that is kept out of the audit trail. */
export const HIDDEN = '***';

/** Maximum characters of a text in the audit trail. */
const LONGEST_TEXT = 500;
/** Characters kept before the first difference, where the beginning of a long text is cut. */
const LEAD = 100;

/** Fields that change with every write or identify the row. */
const ALWAYS = new Set(['id', 'createdAt', 'updatedAt', 'version']);

/**
 * The fields in which two versions of a row differ, as JSON. Long texts are cut to a part around the first difference,
 * between ellipses.
 * @param before null for a new row
 * @param after null for a deleted row
 * @param hidden fields whose values are left out
 */
export function changedFields(
  before: Values | null,
  after: Values | null,
  hidden: readonly string[] = [],
): { before: Values | null; after: Values | null } {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const name of names) {
    const [old, now] = [plain(before?.[name]), plain(after?.[name])];
    if (ALWAYS.has(name) || JSON.stringify(old) === JSON.stringify(now)) continue;
    const start = differenceOf(old, now);
    const shown = (value: unknown) => (hidden.includes(name) && value !== null ? HIDDEN : cut(value, start));
    if (!isEmpty(old)) was[name] = shown(old);
    if (!isEmpty(now)) is[name] = shown(now);
  }
  return { before: before && was, after: after && is };
}

/** Converts a value to JSON that PostgreSQL accepts: without unpaired surrogates. */
function plain(value: unknown): unknown {
  if (value === undefined) return null;
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'string' ? Buffer.from(part).toString() : part,
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Index of the first character in which two texts differ; 0 if they are not both texts. */
function differenceOf(one: unknown, other: unknown): number {
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at++) if (one[at] !== other[at]) return at;
  return shorter;
}

function cut(value: unknown, difference: number): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  const start = difference < LONGEST_TEXT ? 0 : difference - LEAD;
  const part = value.slice(start, start + LONGEST_TEXT);
  const [before, after] = [start > 0, start + LONGEST_TEXT < value.length].map((is) => (is ? '…' : ''));
  // The cut may split a surrogate pair.
  return `${before}${Buffer.from(part).toString()}${after}`;
}
