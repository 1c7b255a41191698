import admin from '#locales/en/admin.json' with { type: 'json' };
import developers from '#locales/en/api.json' with { type: 'json' };
import contact from '#locales/en/contact.json' with { type: 'json' };
import errors from '#locales/en/errors.json' with { type: 'json' };
import login from '#locales/en/login.json' with { type: 'json' };
import payments from '#locales/en/payments.json' with { type: 'json' };
import people from '#locales/en/people.json' with { type: 'json' };
import personal from '#locales/en/personal.json' with { type: 'json' };

/** Invalid input for one form, and the expected message of each invalid field, in order. */
export type FormCase = {
  intent: string;
  path: string;
  /** Values of fields, by name. */
  fill?: Record<string, string>;
  tick?: Record<string, string>;
  file?: string;
  wrong: Record<string, string>;
  /** With JavaScript, the form is submitted as soon as a file is selected. */
  sendsItself?: boolean;
};

const { account, profile } = personal;

export const STRANGER: FormCase[] = [
  {
    intent: 'logIn',
    path: '/login',
    fill: { username: 'somebody', password: '' },
    wrong: { password: login.invalid.passwordEmpty },
  },
  {
    intent: 'signUp',
    path: '/login',
    fill: { username: 'two words', email: 'nobody', password: 'short' },
    wrong: {
      username: login.invalid.username,
      email: login.invalid.email,
      password: login.invalid.passwordShort,
    },
  },
  { intent: 'ask', path: '/login/reset', fill: { email: 'nobody' }, wrong: { email: login.invalid.email } },
  {
    intent: 'message',
    path: '/contact-us?demo',
    fill: { lastName: 'Kept', email: 'nobody', website: 'x'.repeat(201), message: 'one\ntwo' },
    wrong: { email: contact.problem.email, website: contact.problem.tooLong.replace('{{max}}', '200') },
  },
  {
    intent: 'subscription',
    path: '/earn-money',
    fill: { email: 'nobody' },
    wrong: { email: contact.problem.email },
  },
];

export const ACCOUNT: FormCase[] = [
  {
    intent: 'username',
    path: '/personal/account',
    fill: { username: 'two words' },
    wrong: { username: account.username.invalid },
  },
  {
    intent: 'email',
    path: '/personal/account',
    fill: { email: 'nobody' },
    wrong: { email: account.email.invalid },
  },
  {
    intent: 'password',
    path: '/personal/account',
    fill: { password: 'wrong password', newPassword: 'another password' },
    wrong: { password: errors.confirm.wrong },
  },
  {
    intent: 'delete',
    path: '/personal/account',
    fill: { password: 'wrong password' },
    wrong: { sure: account.delete.sureMissing },
  },
  {
    intent: 'delete',
    path: '/personal/account',
    fill: { password: 'wrong password' },
    tick: { sure: 'yes' },
    wrong: { password: errors.confirm.wrong },
  },
  {
    intent: 'createKey',
    path: '/personal/developer',
    fill: { name: ' ', origins: 'shop.example' },
    wrong: { name: developers.key.nameWrong, origins: developers.key.originsWrong },
  },
  {
    intent: 'createWebhook',
    path: '/personal/developer',
    fill: { url: 'shop.example' },
    wrong: { url: developers.webhook.urlWrong },
  },
  {
    intent: 'block',
    path: '/personal/blocked',
    fill: { username: 'nobody-at-all' },
    wrong: { username: personal.blocked.nobody },
  },
];

export const PROFILE: FormCase[] = [
  { intent: 'connect', path: '/personal/payout', wrong: { country: payments.payouts.countryWrong } },
  {
    intent: 'profile',
    path: '/personal/profile',
    fill: {
      firstName: 'Kept',
      lastName: 'x'.repeat(61),
      description: 'one\n<b>two</b>',
      latitude: 'north',
      'prices.EUR': '1,999',
      'prices.USD': '2',
    },
    tick: { languages: 'ITALIAN', controlModes: 'PAD' },
    wrong: {
      lastName: profile.tooLong,
      latitude: profile.latitudeWrong,
      padEnabled: profile.padMissing,
      'prices.EUR': profile.priceWrong,
    },
  },
  {
    intent: 'avatar',
    path: '/personal/profile',
    file: 'file',
    wrong: { file: errors.UNSUPPORTED_MEDIA },
    sendsItself: true,
  },
  {
    intent: 'picture',
    path: '/personal/profile',
    fill: { alt: 'Kept' },
    file: 'file',
    wrong: { file: errors.UNSUPPORTED_MEDIA },
  },
];

export const ADMIN: FormCase[] = [
  {
    intent: 'save',
    path: '/admin/user/new',
    fill: {
      username: 'two words',
      urlname: 'kept',
      email: 'nobody',
      latitude: '91',
      'prices.GBP': 'much',
      'prices.USD': '2',
    },
    tick: { languages: 'ITALIAN', padEnabled: 'true' },
    wrong: {
      username: admin.problem.username,
      email: admin.problem.email,
      latitude: admin.problem.atMost.replace('{{max}}', '90'),
      'prices.GBP': admin.problem.number,
    },
  },
  {
    intent: 'save',
    path: '/admin/role/new',
    fill: { userId: 'nobody-at-all', rolename: 'PRODUCER' },
    wrong: { userId: admin.problem.unknownUser },
  },
];

export const review = (path: string): FormCase => ({
  intent: 'review',
  path,
  fill: { text: 'x'.repeat(2001) },
  wrong: { rating: people.reviews.starsMissing, text: people.reviews.textTooLong },
});

export const reset = (path: string): FormCase => ({
  intent: 'reset',
  path,
  fill: { password: 'short' },
  wrong: { password: login.invalid.passwordShort },
});

/** Forms without input fields. */
export const WITHOUT_FIELDS = [
  'add',
  'card',
  'language',
  'pushGroups',
  'freeCalls',
  'resend',
  'cancelEmail',
  'verify',
  'end',
  'cancelTotp',
  'removePasskey',
  'renewCodes',
  'showSecret',
];
/** Shown only in a state that separate tests create: a selection, a second factor being set up, another user's row. */
export const WITH_OWN_TESTS = [
  'answerComplaint',
  'answerDispute',
  'book',
  'call',
  'cancelBooking',
  'code',
  'complain',
  'confirm',
  'confirmTotp',
  'decide',
  'exception',
  'freeCall',
  'pay',
  'refund',
  'renamePasskey',
  'rule',
  'setParameter',
  'setting',
  'suspend',
];
