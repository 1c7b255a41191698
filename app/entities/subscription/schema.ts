import { z } from 'zod';
import { editable, email } from '../fields.ts';
import { languageName } from '../lookups/schema.ts';

const own = { email, language: languageName };

export const subscriptionSchema = { row: z.object({ ...editable, ...own }), create: z.object(own) };
