import { z } from 'zod';
import { editable, email, id, instant, text } from '../fields.ts';
import { languageName } from '../lookups/schema.ts';

export const inquiryKind = z.enum(['CONTACT', 'DEMO']);

/** All optional. */
const written = {
  firstName: text(60).nullable(),
  lastName: text(60).nullable(),
  email: email.nullable(),
  website: text(200).nullable(),
  message: text(5000).nullable(),
  answer: text(5000).nullable(),
};

export const inquirySchema = {
  row: z.object({
    ...editable,
    ...written,
    kind: inquiryKind,
    language: languageName,
    userId: id.nullable(),
    channelId: id.nullable(),
    answeredAt: instant.nullable(),
  }),
  create: z.object({ ...written, kind: inquiryKind, language: languageName }).partial(),
  adminOnly: ['answer'],
  // A person's own words must not be altered.
  createOnly: ['firstName', 'lastName', 'email', 'website', 'message'],
};
