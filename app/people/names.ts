/** First and last name, as far as known; may be empty. */
export function fullName({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** `INSTA360_ONE_X` → `Insta360 ONE X`; null for anything but a named Insta360 camera. */
export function insta360Name(camera: string): string | null {
  const model = /^INSTA360_(.+)$/.exec(camera)?.[1];
  if (!model || model === 'OTHER') return null;
  const words =
    model.length > 4 && !model.includes('_') ? model.charAt(0) + model.slice(1).toLowerCase() : model;
  return `Insta360 ${words.replaceAll('_', ' ').replace(/^AIR$/, 'Air')}`;
}
