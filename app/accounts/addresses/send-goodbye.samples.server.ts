import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { goodbyeEmail } from './send-goodbye.email.server.ts';

export const goodbyeSamples = samplesOf(goodbyeEmail, { goodbye: null });
