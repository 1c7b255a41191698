import type { Refusal } from '#app/forms/refusal.ts';
import { type ErrorCode, errorSchema } from '#protocol/errors.ts';

/**
 * Sends a file to one of the API's uploads. (`fetch` does not tell how far it is.)
 * @param onProgress told the share that was sent, 0 to 1
 * @returns what was answered, or why it was refused
 */
export function upload(
  path: string,
  fields: Record<string, Blob | string>,
  onProgress: (share: number) => void = () => {},
): Promise<{ answer: unknown } | { code: ErrorCode }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve({ answer: request.response });
      const error = errorSchema.safeParse(request.response);
      resolve({ code: error.success ? error.data.code : 'SERVER_ERROR' });
    });
    request.addEventListener('error', () => resolve({ code: 'UNAVAILABLE' }));
    request.send(form);
  });
}

/** A part of the profile's page that takes a picture. */
export type UploadPart = 'avatar' | 'picture';

/**
 * A refused upload as its form shows it: at the file, whatever the reason.
 * @param alt for a page that is loaded anew
 */
export function refusedUpload(part: UploadPart, code: ErrorCode, alt = ''): Refusal {
  return { form: part, code, problems: { file: { kind: 'format' } }, typed: { alt: [alt] }, theirs: null };
}
