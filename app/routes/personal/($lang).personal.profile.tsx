import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { findRequest } from '#app/accounts/streamer-request.server.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import type { Refusal } from '#app/forms/refusal.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { type Language, languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ProfileForm } from '#app/people/profile/form.tsx';
import { readProfile, saveProfile } from '#app/people/profile/own-profile.server.ts';
import { removeAvatar } from '#app/pictures/avatar/avatars.server.ts';
import { AvatarEditor } from '#app/pictures/avatar/editor.tsx';
import { GalleryEditor } from '#app/pictures/gallery/editor.tsx';
import { describeImage, moveImage, removeImage } from '#app/pictures/images.server.ts';
import { refusedUpload } from '#app/pictures/upload.ts';
import { altOf, isSphereOf } from '#app/pictures/upload-form.server.ts';
import { env } from '#app/platform/env.server.ts';
import { personalMeta } from '#app/site/personal-meta.ts';
import { errorSchema, ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['people'] };

export const meta = personalMeta('profile.title');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return {
    ...(await readProfile(viewer)),
    streams: viewer.authorities.has('STREAM'),
    askedAt: (await findRequest(viewer))?.createdAt ?? null,
    tilesUrl: env.MAP_TILES_URL,
    hasGeocoder: env.GEOCODER_URL !== undefined,
    done: searchParams.get('done'),
    refusedUpload: refusedIn(searchParams),
  };
}

const refusedSchema = z.object({
  part: z.enum(['avatar', 'picture']),
  refused: errorSchema.shape.code,
  alt: z.string().optional(),
  isSphere: z.string().optional(),
});

/** The error of an upload without JavaScript, from the URL it redirected to. */
function refusedIn(query: URLSearchParams): Refusal | undefined {
  const { data } = refusedSchema.safeParse(Object.fromEntries(query));
  return data && refusedUpload(data.part, data.refused, data);
}

/** Sections of the page that contain several forms, by intent. */
const PLACES: Partial<Record<string, string>> = {
  removeAvatar: 'avatar',
  describePicture: 'picture',
  showPicture: 'picture',
  moveEarlier: 'picture',
  moveLater: 'picture',
  deletePicture: 'picture',
};

export const action = formAction(async ({ request, form }) => {
  const viewer = await requireUser(request);
  const intent = textOf(form, 'intent');
  const { pathname } = new URL(request.url);
  await change(viewer, intent, form, languageOfPath(pathname));
  throw redirect(`${pathname}?done=${intent}#${PLACES[intent] ?? intent}`);
});

export { clientAction };

async function change(viewer: SignedIn, intent: string, form: FormData, language: Language): Promise<void> {
  switch (intent) {
    case 'profile':
      return saveProfile(viewer, form, language);
    case 'removeAvatar':
      return removeAvatar(viewer.id);
    case 'describePicture':
      return describeImage({ a: 'user', b: viewer.id }, pictureIn(form), {
        alt: altOf(form),
        isSphere: isSphereOf(form),
      });
    case 'showPicture':
      return describeImage({ a: 'user', b: viewer.id }, pictureIn(form), { isSphere: isSphereIn(form) });
    case 'moveEarlier':
    case 'moveLater':
      return moveImage({ a: 'user', b: viewer.id }, pictureIn(form), intent === 'moveEarlier' ? -1 : 1);
    case 'deletePicture':
      return removeImage({ a: 'user', b: viewer.id }, pictureIn(form));
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
}

function pictureIn(form: FormData): string {
  const id = z.uuid().safeParse(form.get('id'));
  if (!id.success) throw new ProtocolError('NOT_FOUND');
  return id.data;
}

function isSphereIn(form: FormData): boolean {
  const isSphere = isSphereOf(form);
  if (isSphere === undefined) throw new ProtocolError('BAD_MESSAGE');
  return isSphere;
}

export default function ProfilePage() {
  const { profile, avatarKey, images, streams, askedAt, tilesUrl, hasGeocoder, done, refusedUpload } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const refusal = refused ?? refusedUpload;
  const { t } = useTranslation('personal');
  return (
    <>
      <h1 className="pb-2 text-3xl">{t('profile.title')}</h1>
      <p className="pb-4">
        <LocaleLink to={`/user/${profile.urlname}`} className="py-2.5 text-accent-text underline">
          {t('profile.view')}
        </LocaleLink>
      </p>
      <AvatarEditor userId={profile.id} avatarKey={avatarKey} done={done} refused={refusal} />
      <ProfileForm
        profile={profile}
        streams={streams}
        askedAt={askedAt}
        tilesUrl={tilesUrl}
        hasGeocoder={hasGeocoder}
        refusal={refusal}
        done={done === 'profile'}
      />
      <GalleryEditor userId={profile.id} images={images} done={done} refusal={refusal} />
    </>
  );
}
