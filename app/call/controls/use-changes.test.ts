import { expect, it, vi } from 'vitest';
import { translator } from '#app/i18n/translate.ts';
import english from '#locales/en/call.json' with { type: 'json' };
import spanish from '#locales/es/call.json' with { type: 'json' };
import type { Moment } from './use-changes.ts';

// These stores need a browser.
vi.mock('../pointing/mark-store.ts', () => ({ markStore: null }));
vi.mock('../chat/chat-store.ts', () => ({ chatStore: null }));
const { changesInWords } = await import('./use-changes.ts');

const calm: Moment = {
  muted: false,
  cameraOff: false,
  handRaised: false,
  away: false,
  connection: 'good',
  size: '1920 × 960',
  messages: 1,
  mark: null,
};
const mark = { picture: 'other', by: 'other', yaw: 30, pitch: 0 } as const;
const busy: Moment = {
  muted: true,
  cameraOff: true,
  handRaised: true,
  away: true,
  connection: 'poor',
  size: '640 × 320',
  messages: 3,
  mark,
};
const t = translator<'call'>('en', english);

it('lists all differences and nothing else', () => {
  expect(changesInWords(calm, busy, t)).toEqual([
    'They lost connection',
    'They muted their microphone',
    'They turned their camera off',
    'They raised their hand',
    '2 new messages',
    'The other person points: 30° to the right',
    'Poor connection',
    'Their picture is now 640 × 320',
  ]);
  expect(changesInWords(calm, { ...calm, mark: null }, t)).toEqual([]);
});

it('lists what is over, but of marks only new ones', () => {
  expect(changesInWords(busy, { ...calm, messages: 3, mark }, t)).toEqual([
    'They are back',
    'They turned their microphone on',
    'They turned their camera on',
    'They lowered their hand',
    'Good connection',
    'Their picture is now 1920 × 960',
  ]);
  const again = { ...mark, picture: 'own' } as const;
  expect(changesInWords(busy, { ...busy, mark: again }, translator<'call'>('es', spanish))).toEqual([
    spanish.mark.own.replace('{{place}}', spanish.mark.right.replace('{{degrees}}', '30')),
  ]);
});

it('does not list unknown values as changes', () => {
  const unknown = { ...calm, connection: null, size: null };
  expect(changesInWords(calm, unknown, t)).toEqual([]);
  expect(changesInWords(unknown, busy, t)).not.toContain('Poor connection');
});
