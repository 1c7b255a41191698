import { z } from 'zod';
import { editable, filled, text } from '../fields.ts';

const own = { name: filled(60), value: text(1000) };

export const parameterSchema = { row: z.object({ ...editable, ...own }), create: z.object(own) };
