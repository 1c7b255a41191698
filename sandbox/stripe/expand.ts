import { invalid } from './errors.ts';

/**
 * Replaces ids in an answer with their objects.
 * @param paths e.g. `payment_intent.latest_charge`, or `data.customer` in a list
 * @param find returns the object of an id
 * @throws StripeError if a path leads nowhere
 */
export function expand(answer: object, paths: string[], find: (id: string) => object | undefined): void {
  for (const path of paths) {
    if (!follow(answer, path.split('.'), find)) throw invalid(`This property cannot be expanded (${path}).`);
  }
}

function follow(
  value: unknown,
  [field, ...rest]: string[],
  find: (id: string) => object | undefined,
): boolean {
  if (field === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => follow(item, [field, ...rest], find));
  if (!isRecord(value) || !Object.hasOwn(value, field)) return false;
  const id = value[field];
  if (typeof id === 'string') {
    const found = find(id);
    if (!found) return false;
    value[field] = found;
  }
  return follow(value[field], rest, find);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
