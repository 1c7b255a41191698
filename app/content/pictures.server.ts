import { findTextImages, type ImageView } from '#app/pictures/images.server.ts';

/** Address of a text's picture; captures the picture's id. */
const ADDRESS = /\/api\/image\/(?:blog|fragment)\/[\da-f-]{36}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;

/** The site's pictures that a text refers to, in its order, including pictures of its translations. */
export function picturesIn(markdown: string): Promise<ImageView[]> {
  const ids = [...markdown.matchAll(ADDRESS)].flatMap(([, id]) => id ?? []);
  return findTextImages([...new Set(ids)]);
}
