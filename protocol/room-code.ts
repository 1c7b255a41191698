import { z } from 'zod';

/** Without lookalikes: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. */
export const ROOM_CODE_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
export const ROOM_CODE_LENGTH = 9;

/** An unused room code expires this long after its room was created, in ms. */
export const CODE_TTL_MS = 5 * 60_000;

/** Its host can give it that much more, up to this long after the room was created, in ms. */
export const CODE_LONGEST_MS = 60 * 60_000;

const SEPARATORS = /[\s.\p{Dash_Punctuation}]/gu;

const canonical = new RegExp(`^[${ROOM_CODE_ALPHABET}]{${ROOM_CODE_LENGTH}}$`);

/** Normalises a code as typed or from a URL (any case, with or without dashes, spaces and full stops). */
export const roomCodeSchema = z
  .string()
  .max(64)
  .transform((typed) => typed.replace(SEPARATORS, '').toUpperCase())
  .pipe(z.string().regex(canonical));

/** What was typed for a code and is in none: lookalikes and others, each once, the first three. */
export function strangeCharacters(typed: string): string[] {
  const characters = typed.replace(SEPARATORS, '').toUpperCase();
  return [...new Set(characters)].filter((character) => !ROOM_CODE_ALPHABET.includes(character)).slice(0, 3);
}

/** A new room: its code, and when it expires (ms since 1970). */
export const newRoomSchema = z.object({ token: z.string(), expiresAt: z.number() });

export type NewRoom = z.infer<typeof newRoomSchema>;

/** Formats a code for reading aloud: `K7M-4QX-9TR`. */
export function formatRoomCode(code: string): string {
  return code.match(/.{1,3}/g)?.join('-') ?? code;
}
