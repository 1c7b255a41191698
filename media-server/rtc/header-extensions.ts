import type { z } from 'zod';
import { headerExtensionUriSchema } from '#protocol/media.ts';

type KnownUri = z.infer<typeof headerExtensionUriSchema>;

const known = new Set<string>(headerExtensionUriSchema.options);

/** Removes the RTP header extensions that the protocol, and therefore the client library, does not know. */
export function withKnownExtensions<E extends { uri: string }, P extends { headerExtensions?: E[] }>(
  parameters: P & { headerExtensions?: E[] },
): Omit<P, 'headerExtensions'> & { headerExtensions: (E & { uri: KnownUri })[] } {
  const isKnown = (extension: E): extension is E & { uri: KnownUri } => known.has(extension.uri);
  return { ...parameters, headerExtensions: (parameters.headerExtensions ?? []).filter(isKnown) };
}
