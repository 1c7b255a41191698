import type { ActionFunctionArgs } from '@remix-run/node';
import { textOf } from '#app/forms/forms.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { admitWrite } from '#app/http/viewers/writes.server.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { ALT_LENGTH } from '#db/schema/lengths.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { receiveUpload, type Upload } from './upload.server.ts';
import type { UploadPart } from './upload.ts';

/** The alternative text from a form's field `alt`. */
export function altOf(form: FormData): string {
  return textOf(form, 'alt').trim().replaceAll('\0', '').slice(0, ALT_LENGTH);
}

/** Whether a form's field `isSphere` says that its picture is a 360° one; undefined if it leaves that open. */
export function isSphereOf(form: FormData): boolean | undefined {
  const said = textOf(form, 'isSphere');
  return said === 'true' || said === 'false' ? said === 'true' : undefined;
}

/**
 * Handles an upload by a plain form, without JavaScript: redirects to the profile, which shows the outcome.
 * @param part the section of the profile page
 */
export async function uploadByForm(
  { request, context }: ActionFunctionArgs,
  { part, maxBytes }: { part: UploadPart; maxBytes: number },
  keep: (viewer: SignedIn, upload: Upload) => Promise<unknown>,
): Promise<Response> {
  const page = localePath('/personal/profile', languageOfPath(new URL(request.url).pathname));
  const typed = { alt: '', isSphere: '' };
  try {
    await admitWrite({ request, context });
    const viewer = await requireUser(request, page);
    await spend('upload', context.clientAddress);
    await receiveUpload(request, maxBytes, viewer.id, (upload) => {
      typed.alt = altOf(upload.fields);
      typed.isSphere = String(isSphereOf(upload.fields) ?? '');
      return keep(viewer, upload);
    });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // Without `#part`: browsers ignore autofocus on URLs with a fragment.
    return redirect(`${page}?${new URLSearchParams({ part, refused: error.code, ...typed })}`);
  }
  return redirect(`${page}?done=${part}#${part}`);
}
