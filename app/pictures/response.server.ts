/** Cache-Control headers of pictures. */
export const CACHING = {
  /** Shared caches, for ever: the URL changes with the picture. */
  forEver: 'public, max-age=31536000, immutable',
  /** Shared caches, with revalidation. */
  checked: 'public, no-cache',
  /** Only the browser, with revalidation, because access may be revoked. */
  own: 'private, no-cache',
} as const;

/**
 * Responds with a WebP picture, or 304 if the browser has it.
 * @param version changes with the picture, for the ETag
 */
export async function pictureResponse(
  request: Request,
  version: string,
  caching: keyof typeof CACHING,
  read: () => Promise<Uint8Array>,
): Promise<Response> {
  const etag = `"${version}"`;
  const headers = { ETag: etag, 'Cache-Control': CACHING[caching] };
  const known = request.headers.get('If-None-Match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(await read()), {
    headers: {
      ...headers,
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline',
    },
  });
}
