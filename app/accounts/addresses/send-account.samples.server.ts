import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { accountEmail } from './send-account.email.server.ts';

const verify = { page: '/login/verify/kJ3vBz0cW8nQ' };
const reset = { page: '/login/reset/kJ3vBz0cW8nQ' };
const contact = { page: '/contact-us' };
const profile = { page: '/personal/profile' };
const factors = { page: '/personal/account#second-factor' };

export const accountSamples = samplesOf(accountEmail, {
  welcome: verify,
  alreadyRegistered: { page: '/login/reset' },
  verify,
  changeEmail: verify,
  emailChanged: contact,
  emailReplaced: contact,
  emailSet: verify,
  reset,
  passwordChanged: { page: '/login/reset' },
  invitation: reset,
  newLogin: {
    page: '/login/end/kJ3vBz0cW8nQ',
    login: { device: 'Firefox on Linux', address: '203.0.113.7', at: '2027-03-05T18:04:00.000Z' },
  },
  passkeyAdded: factors,
  passkeyRemoved: factors,
  totpAdded: factors,
  totpRemoved: factors,
  recoveryCodesMade: factors,
  recoveryCodeUsed: factors,
  keyAdded: { page: '/personal/developer', named: 'Tours of our shop' },
  webhookAdded: { page: '/personal/developer', named: 'https://example.org/panocall' },
  suspended: { ...contact, reason: 'Several viewers reported that you recorded them without asking.' },
  reinstated: { page: '/login' },
  streamerAsked: profile,
  streamerGranted: profile,
  streamerRequested: { page: '/admin/subscription' },
});
