import { z } from 'zod';

/** No lookalikes: without 0/O, 1/I/L, 2/Z, 5/S, 8/B and U/V. */
export const ROOM_CODE_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
export const ROOM_CODE_LENGTH = 9;

const canonical = new RegExp(`^[${ROOM_CODE_ALPHABET}]{${ROOM_CODE_LENGTH}}$`);

/** What a person typed or an address holds (any case, with or without hyphens and spaces), made canonical. */
export const roomCodeSchema = z
  .string()
  .max(64)
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(canonical));

/** A code for reading aloud: `K7M-4QX-9TR`. */
export function formatRoomCode(code: string): string {
  return code.match(/.{1,3}/g)?.join('-') ?? code;
}
