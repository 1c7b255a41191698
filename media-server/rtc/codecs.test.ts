import { expect, it } from 'vitest';
import { videoCodecSchema } from '#protocol/channel.ts';
import { MEDIA_CODECS } from './codecs.ts';

it('browsers know the order of the video codecs', () => {
  const names = MEDIA_CODECS.filter(({ kind }) => kind === 'video').map(
    ({ mimeType }) => mimeType.split('/')[1],
  );
  expect([...new Set(names)]).toEqual(videoCodecSchema.options);
});
