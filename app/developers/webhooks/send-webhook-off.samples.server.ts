import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { webhookOffEmail } from './send-webhook-off.email.server.ts';

export const webhookOffSamples = samplesOf(webhookOffEmail, {
  webhookOff: {
    webhookId: '0197e3a5-6b1c-7000-8000-00000000000a',
    url: 'https://hooks.example.net/panocall',
  },
});
