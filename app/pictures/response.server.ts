/** How long a picture may be kept, and by whom. */
export const CACHING = {
  /** Everybody, for ever: its address changes with the picture. */
  forEver: 'public, max-age=31536000, immutable',
  /** Everybody, asking each time whether it has changed. */
  checked: 'public, no-cache',
  /** Only the browser, which asks each time whether it may still see it. */
  own: 'private, no-cache',
} as const;

/**
 * Answers with a WebP picture, or 304 where the browser has it.
 * @param version what the picture changes with, for the ETag
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
