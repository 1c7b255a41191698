import { z } from 'zod';
import { currentUser } from '#app/accounts/sessions/current-user.server.ts';
import { updateRow } from '#app/entities/crud/crud.server.ts';
import { writeSchema } from '#app/entities/crud/input.server.ts';
import { CURRENCY_NAMES } from '#app/entities/lookups/names.ts';
import { userEntity } from '#app/entities/user/descriptor.server.ts';
import { numberOrNull, textOrNull, versionOf } from '#app/forms/forms.server.ts';
import { namingPrices, pricesIn } from '#app/forms/prices.server.ts';
import { valuesIn } from '#app/forms/values.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { Language } from '#app/i18n/languages.ts';
import { findAvatar } from '#app/pictures/avatar/avatars.server.ts';
import { listImages } from '#app/pictures/images.server.ts';
import { type FieldError, invalidData, ProtocolError } from '#protocol/errors.ts';
import { findPlaces } from '../map/find-places.server.ts';
import { MAX_PLACE_LENGTH } from '../map/found-places.ts';

const profileSchema = z.object({
  id: z.string(),
  version: z.number(),
  urlname: z.string(),
  legalName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  description: z.string().nullable(),
  languages: z.array(z.string()),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  channelCamera: z.string().nullable(),
  controlModes: z.array(z.string()),
  padEnabled: z.boolean(),
  prices: z.array(z.object({ currency: z.string(), perMinute: z.number() })),
});
export type OwnProfile = z.infer<typeof profileSchema>;

/** Data of the profile page. */
export async function readProfile(viewer: SignedIn) {
  const [row, { key: avatarKey }, images] = await Promise.all([
    currentUser(viewer.id),
    findAvatar(viewer.id),
    listImages({ a: 'user', b: viewer.id }),
  ]);
  return { profile: profileSchema.parse(row), avatarKey, images };
}

/** The pad is offered only with equipment that supports it, so ticking only one of the two would have no effect. */
function lacksEquipment(viewer: SignedIn, form: FormData): boolean {
  const takesPad = form.getAll('controlModes').includes('PAD');
  return viewer.authorities.has('STREAM') && takesPad && form.get('padEnabled') !== 'yes';
}

/** The schema's problems with the values; the caller adds those of the form. */
function problemsOf(values: Record<string, unknown>): readonly FieldError[] {
  const parsed = writeSchema(userEntity, false, 'update')?.safeParse(values);
  return parsed?.error ? (invalidData(parsed.error).fields ?? []) : [];
}

const PRICES = { name: 'prices', currencies: CURRENCY_NAMES };

/**
 * Saves the profile form, which has additional fields for streamers.
 * @throws ProtocolError STALE, INVALID_DATA with the fields by their names in the form (`prices.EUR`)
 */
export async function saveProfile(viewer: SignedIn, form: FormData, language: Language): Promise<void> {
  // Typed, and not looked up yet, as without JavaScript.
  const city = textOrNull(form, 'city');
  const [location] =
    city === null ? [] : (await findPlaces(viewer, city.slice(0, MAX_PLACE_LENGTH), language)).places;
  const values = {
    version: versionOf(form),
    firstName: textOrNull(form, 'firstName'),
    lastName: textOrNull(form, 'lastName'),
    legalName: textOrNull(form, 'legalName'),
    description: textOrNull(form, 'description'),
    languages: form.getAll('languages'),
    latitude: location ? location.latitude : numberOrNull(form, 'latitude'),
    longitude: location ? location.longitude : numberOrNull(form, 'longitude'),
    ...(viewer.authorities.has('STREAM') && {
      controlModes: form.getAll('controlModes'),
      padEnabled: form.get('padEnabled') === 'yes',
      channelCamera: textOrNull(form, 'channelCamera'),
      prices: pricesIn(valuesIn(form), PRICES),
    }),
  };
  const own: FieldError[] = [];
  if (city !== null && !location)
    own.push({ path: 'city', message: 'is not known', problem: { kind: 'unknown' } });
  if (lacksEquipment(viewer, form))
    own.push({ path: 'padEnabled', message: 'must be ticked for PAD', problem: { kind: 'required' } });
  const name = (fields: readonly FieldError[]) => namingPrices(fields, valuesIn(form), PRICES);
  if (own.length > 0) throw new ProtocolError('INVALID_DATA', [...own, ...name(problemsOf(values))]);
  await updateRow(userEntity, viewer, viewer.id, values).catch((error: unknown) => {
    if (!(error instanceof ProtocolError) || !error.fields) throw error;
    throw new ProtocolError(error.code, name(error.fields), error.current);
  });
}
