import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall } from '../tests/fake-call.ts';

let call: FakeCall;
let voice: typeof import('./voice-store.ts');
let page: EventTarget & { visibilityState?: string };
let kept: Map<string, string>;

/** Loads, or reloads, the page. */
async function load(): Promise<void> {
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page);
  call = new FakeCall('guest');
  voice = await import('./voice-store.ts');
}

beforeEach(async () => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  await load();
  return () => vi.unstubAllGlobals();
});

describe('Push to talk', () => {
  it('opens the microphone while something is held', () => {
    voice.startTalking();
    voice.stopTalking();
    expect(call.muted).toBe(false);
    voice.setTalk('push');
    expect(call.muted).toBe(true);
    voice.startTalking();
    expect(call.muted).toBe(false);
    voice.stopTalking();
    expect(call.muted).toBe(true);
  });

  it('ends when the open microphone is chosen', () => {
    voice.setTalk('push');
    voice.startTalking();
    voice.setTalk('open');
    voice.stopTalking();
    expect(call.muted).toBe(false);
  });

  it.each([
    ['the page loses the focus', () => page.dispatchEvent(new Event('blur'))],
    ['the page is left', () => page.dispatchEvent(new Event('pagehide'))],
    [
      'the page is hidden',
      () => {
        page.visibilityState = 'hidden';
        page.dispatchEvent(new Event('visibilitychange'));
      },
    ],
    ['the host no longer offers it', () => call.beOther({ controlModes: ['PAD'] })],
    ['the call ends', () => call.beRoom({ status: 'FINISHED', endReason: 'left' })],
    ['the call is cleared', () => call.store.setState({ call: null })],
  ])('is released when %s, and not held again by itself', (_when, happen) => {
    voice.setTalk('push');
    voice.startTalking();
    happen();
    expect(call.muted).toBe(true);
    call.be({});
    expect(call.muted).toBe(true);
    expect(voice.voiceStore.getState().held).toBe(false);
  });

  it('opens nothing if voice control is not offered', () => {
    voice.setTalk('push');
    call.beOther({ controlModes: ['PAD'] });
    voice.startTalking();
    expect(call.muted).toBe(true);
  });

  it('is kept over a reload, and muted as soon as voice control is offered', async () => {
    voice.setTalk('push');
    await load();
    expect(call.muted).toBe(true);
    call.store.setState({ call: null });
    call.muted = false;
    call.be({});
    expect(call.muted).toBe(true);
  });
});
