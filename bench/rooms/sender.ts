import { parseArgs } from 'node:util';
import { z } from 'zod';
import { qualitySchema } from '#protocol/video-quality.ts';
import { encodeFilm } from './film.ts';
import { Fleet } from './fleet.ts';
import { openRoom } from './panocall-room.ts';
import { type Answer, orderSchema } from './senders.ts';

/** One process of `Senders`: opens as many rooms on a server as its parent requests. */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { server: text, quality: text } });
const { server, quality } = z.object({ server: z.url(), quality: qualitySchema }).parse(values);
const fleet = new Fleet((sent) => openRoom(server, quality, sent), await encodeFilm(quality));

async function obey(message: unknown): Promise<void> {
  const { open } = orderSchema.parse(message);
  if (open === null) await fleet.stop();
  else await fleet.open(open);
  const { size: rooms, pictures, failures } = fleet;
  process.send?.({ rooms, pictures, failures, traffic: fleet.traffic() } satisfies Answer);
}

process.on('message', (message) => void obey(message));
// Exits with its parent too. libdatachannel's threads would keep the process alive.
process.on('disconnect', () => process.exit(0));
