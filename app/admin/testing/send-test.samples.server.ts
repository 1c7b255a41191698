import { SAMPLE_ORIGIN, samplesOf } from '#app/platform/mail/samples.server.ts';
import { testEmail } from './send-test.email.server.ts';

export const testSamples = samplesOf(testEmail, { test: { origin: SAMPLE_ORIGIN } });
