import { z } from 'zod';
import { showHidden } from './hidden-characters.ts';

/** A person in a room, as the other side sees them. */
export const personSchema = z.object({
  id: z.uuid(),
  name: z.string().overwrite(showHidden).meta({ description: 'The first name, else the username' }),
  /** Codes of `LANGUAGE_TABLE`. */
  languages: z.array(z.string()),
  avatar: z.string().meta({ description: 'Its address' }),
  profile: z.string().nullable().meta({ description: "A streamer's `urlname`" }),
  reviewable: z
    .boolean()
    .meta({ description: 'A streamer whom the requester had a call with and has not reviewed' }),
});

export type Person = z.infer<typeof personSchema>;

/** Null: without an account, or an empty seat. */
export const roomPeopleSchema = z.object({ host: personSchema.nullable(), guest: personSchema.nullable() });

export type RoomPeople = z.infer<typeof roomPeopleSchema>;
