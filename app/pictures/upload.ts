import type { Refusal } from '#app/forms/refusal.ts';
import { UPLOAD_BODY_BYTES } from '#app/http/bodies/body-limits.ts';
import { type ErrorCode, errorSchema } from '#protocol/errors.ts';

/**
 * Uploads a file to the API, by XMLHttpRequest: `fetch` reports no upload progress.
 * @param onProgress receives the share sent so far, 0 to 1
 * @returns the response, or the error's code
 */
export function upload(
  path: string,
  fields: Record<string, Blob | string>,
  onProgress: (share: number) => void = () => {},
): Promise<{ answer: unknown } | { code: ErrorCode }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const size = Object.values(fields).reduce((sum, value) => sum + new Blob([value]).size, 0);
  // The server would close the connection, which looks like an outage.
  if (size > UPLOAD_BODY_BYTES) return Promise.resolve({ code: 'TOO_LARGE' });
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

/** A section of the profile page with an upload. */
export type UploadPart = 'avatar' | 'picture';

/**
 * A rejected upload as a form error, always at the file field.
 * @param typed what was entered beside the file, for a page loaded without JavaScript
 */
export function refusedUpload(
  part: UploadPart,
  code: ErrorCode,
  { alt = '', isSphere = '' }: { alt?: string; isSphere?: string } = {},
): Refusal {
  const typed = { alt: [alt], isSphere: [isSphere] };
  return { form: part, code, problems: { file: { kind: 'format' } }, typed, theirs: null };
}
