import { type ErrorCode, errorSchema } from '#protocol/errors.ts';

/**
 * Sends a file to one of the API's uploads. (`fetch` does not tell how far it is.)
 * @param onProgress told the share that was sent, 0 to 1
 * @returns null, or why it was refused
 */
export function upload(
  path: string,
  fields: Record<string, Blob | string>,
  onProgress: (share: number) => void = () => {},
): Promise<ErrorCode | null> {
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
      if (request.status < 300) return resolve(null);
      const error = errorSchema.safeParse(request.response);
      resolve(error.success ? error.data.code : 'SERVER_ERROR');
    });
    request.addEventListener('error', () => resolve('UNAVAILABLE'));
    request.send(form);
  });
}
