import { expect, it } from 'vitest';
import { videoCodecSchema } from '#protocol/channel.ts';
import { MEDIA_CODECS } from './codecs.ts';

it('The protocol lists the video codecs in the router’s order', () => {
  const names = MEDIA_CODECS.filter(({ kind }) => kind === 'video').map(
    ({ mimeType }) => mimeType.split('/')[1],
  );
  expect([...new Set(names)]).toEqual(videoCodecSchema.options);
});
