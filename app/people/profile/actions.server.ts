import { createRow, deleteRow, updateRow } from '#app/entities/crud/crud.server.ts';
import { reviewEntity } from '#app/entities/review/rules.server.ts';
import { numberOrNull, textOf, versionOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewer.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { block } from '../blocks.server.ts';
import { addFavourite, removeFavourite } from '../favourites.server.ts';
import { findOwnReview } from '../reviews/reviews.server.ts';
import type { Profile } from '../streamers/streamers.server.ts';

/**
 * Does what a form on somebody's profile asks for.
 * @param profile one that the viewer is shown
 * @throws ProtocolError INVALID_DATA, STALE; FORBIDDEN on one's own profile, BAD_MESSAGE for a form that is not there
 */
export async function changeProfileOf(
  viewer: SignedIn,
  { id, own }: Pick<Profile, 'id' | 'own'>,
  intent: string,
  form: FormData,
): Promise<void> {
  if (own) throw new ProtocolError('FORBIDDEN');
  switch (intent) {
    case 'favourite':
      return addFavourite(viewer, id);
    case 'unfavourite':
      return removeFavourite(viewer, id);
    case 'block':
      return block(viewer, id);
    case 'review':
      return writeReview(viewer, id, form);
    case 'deleteReview': {
      const review = await findOwnReview(viewer, id);
      if (review) await deleteRow(reviewEntity, viewer, review.id);
      return;
    }
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
}

async function writeReview(viewer: SignedIn, producerId: string, form: FormData): Promise<void> {
  const written = { rating: numberOrNull(form, 'rating'), text: textOf(form, 'text') };
  const review = await findOwnReview(viewer, producerId);
  const version = versionOf(form);
  // The form was filled in before the review was there, in another window.
  if (review && !version) throw new ProtocolError('STALE', undefined, { version: review.version });
  if (review) await updateRow(reviewEntity, viewer, review.id, { ...written, version });
  else await createRow(reviewEntity, viewer, { ...written, producerId });
}
