import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { feesIn } from '#app/marketplace/bookings/ending-costs.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { block } from '../blocks.server.ts';
import { addFavourite, removeFavourite } from '../favourites.server.ts';
import { deleteOwnReview, writeReview } from '../reviews/reviews.server.ts';
import type { Profile } from '../streamers/streamers.server.ts';

/**
 * Handles the forms on another user's profile.
 * @param profile one the viewer can see
 * @throws ProtocolError INVALID_DATA, STALE; PRICE_CHANGED as `block`; FORBIDDEN on one's own profile, BAD_MESSAGE for an unknown form
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
      return block(viewer, id, feesIn(form));
    case 'review':
      return writeReview(viewer, id, form);
    case 'deleteReview':
      return deleteOwnReview(viewer, id);
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
}
