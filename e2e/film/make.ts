import { z } from 'zod';
import { ensureFilm } from './film.ts';

/** `node e2e/film/make.ts equirectangular 1920 960` makes a film and prints its path. */
const shape = z
  .tuple([
    z.enum(['equirectangular', 'dual-fisheye']),
    z.coerce.number().int().positive().multipleOf(2),
    z.coerce.number().int().positive().multipleOf(2),
  ])
  .parse(process.argv.slice(2));

console.log(await ensureFilm({ projection: shape[0], width: shape[1], height: shape[2] }));
