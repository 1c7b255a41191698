import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { nextSlotOf, offersTime } from '#app/bookings/availability/slots.server.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { orNotFound, pageOf } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer, requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { endingCosts } from '#app/marketplace/bookings/ending-costs.server.ts';
import { findBlocked, unblock } from '#app/people/blocks.server.ts';
import { currencyOf } from '#app/people/currency.server.ts';
import { isFavourite } from '#app/people/favourites.server.ts';
import { findNearestCity } from '#app/people/map/cities.server.ts';
import { fullName } from '#app/people/names.ts';
import { changeProfileOf } from '#app/people/profile/actions.server.ts';
import { BlockedProfile } from '#app/people/profile/blocked.tsx';
import { ProfileHead } from '#app/people/profile/head.tsx';
import { ReviewForm } from '#app/people/reviews/form.tsx';
import { ReviewList } from '#app/people/reviews/list.tsx';
import { findOwnReview, listReviews, mayReview, REVIEWS_A_PAGE } from '#app/people/reviews/reviews.server.ts';
import { findProfile } from '#app/people/streamers/streamers.server.ts';
import { Gallery } from '#app/pictures/gallery/gallery.tsx';
import { listImages } from '#app/pictures/images.server.ts';
import { db } from '#app/platform/database.server.ts';
import { callOffer } from '#app/requests/offer.server.ts';

export const handle: PageHandle = { i18n: ['people', 'errors'] };

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  if (!data) return [];
  if (data.blocked) return [{ title: titled(data.blocked.username) }, { name: 'robots', content: 'noindex' }];
  const { username, description, shown, isDemo } = data.profile;
  const name = fullName(data.profile) || username;
  return [
    { title: titled(name) },
    { name: 'description', content: description?.slice(0, 160) ?? username },
    { property: 'og:title', content: name },
    { property: 'og:locale', content: languageOfPath(location.pathname) },
    ...(shown && !isDemo ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = pageOf(searchParams);
  const viewer = await pageViewer(request);
  const blocked = viewer && (await findBlocked(viewer, params.urlname ?? ''));
  if (blocked) return { blocked };
  const profile = await findProfile(viewer, params.urlname ?? '').catch(orNotFound);
  const currency = await currencyOf(request);
  const [images, { reviews, total }, favourite, ownReview, met, city, time, next, offer, costs] =
    await Promise.all([
      listImages({ a: 'user', b: profile.id }),
      listReviews(viewer, profile.id, page),
      viewer && isFavourite(viewer, profile.id),
      viewer && findOwnReview(viewer, profile.id),
      viewer && mayReview(viewer, profile.id),
      profile.place && findNearestCity(profile.place),
      offersTime(profile.id),
      nextSlotOf(viewer, [profile.id]),
      callOffer(profile, currency, viewer),
      viewer && endingCosts(db, viewer.id, profile.id),
    ]);
  return {
    blocked: null,
    profile,
    images,
    reviews,
    total,
    page,
    size: REVIEWS_A_PAGE,
    favourite,
    ownReview,
    city,
    mayReview: !profile.own && (ownReview !== null || met === true),
    currency,
    offersTime: time,
    nextSlot: next.get(profile.id) ?? null,
    takesCalls: offer !== null,
    costs: costs ?? { fees: [], strikes: 0 },
    done: searchParams.get('done'),
  };
}

export const action = formAction(async ({ request, params, form }) => {
  const viewer = await requireUser(request);
  const blocked = await findBlocked(viewer, params.urlname ?? '');
  if (blocked && textOf(form, 'intent') === 'unblock') {
    await unblock(viewer, blocked.id);
    throw redirect(new URL(request.url).pathname);
  }
  const profile = await findProfile(viewer, params.urlname ?? '').catch(orNotFound);
  const intent = textOf(form, 'intent');
  const { pathname } = new URL(request.url);
  await changeProfileOf(viewer, profile, intent, form);
  if (intent === 'block')
    throw redirect(`${localePath('/personal/blocked', languageOfPath(pathname))}?done=block`);
  const aboutReview = intent === 'review' || intent === 'deleteReview';
  throw redirect(aboutReview ? `${pathname}?done=${intent}#reviews` : pathname);
});

export { clientAction };

export default function ProfilePage() {
  const loaded = useLoaderData<typeof loader>();
  return loaded.blocked ? (
    <BlockedProfile username={loaded.blocked.username} />
  ) : (
    <ShownProfile loaded={loaded} />
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function ShownProfile({ loaded }: { loaded: Extract<Loaded, { blocked: null }> }) {
  const { profile, images, reviews, total, page, size, favourite, ownReview, currency, done } = loaded;
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('people');
  const signedIn = favourite !== null;
  return (
    <div className="page grid gap-14 py-8 sm:py-14">
      <RefusedButton refusal={refusal} intents={['favourite', 'unfavourite', 'block', 'deleteReview']} />
      <ProfileHead
        profile={profile}
        city={loaded.city}
        currency={currency}
        favourite={favourite}
        offersTime={loaded.offersTime}
        nextSlot={loaded.nextSlot}
        takesCalls={loaded.takesCalls}
        costs={loaded.costs}
        refusal={refusal}
      />
      {images.length > 0 && (
        <section aria-labelledby="pictures" className="grid gap-5">
          <h2 id="pictures" className="text-2xl">
            {t('gallery.title')}
          </h2>
          <Gallery images={images} />
        </section>
      )}
      <section
        id="reviews"
        aria-labelledby="reviews-title"
        className={`grid gap-x-14 gap-y-6 ${loaded.mayReview ? 'lg:grid-cols-[1fr_22rem]' : ''}`}
      >
        <h2 id="reviews-title" className="text-2xl lg:col-span-full">
          {t('reviews.title')}
        </h2>
        <ReviewList reviews={reviews} total={total} page={page} size={size} />
        {signedIn && !profile.own && !loaded.mayReview && (
          <p className="text-sm text-muted">{t('reviews.afterCall', { username: profile.username })}</p>
        )}
        {loaded.mayReview && <ReviewForm own={ownReview} refusal={refusal} done={done} />}
      </section>
    </div>
  );
}
