import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall } from '../tests/fake-call.ts';
import { SPOKEN_MS } from './directions.ts';

let call: FakeCall;
let directed: typeof import('./directed-store.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  call = new FakeCall('host');
  directed = await import('./directed-store.ts');
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const directions = () => directed.directedStore.getState().directions;

describe('A direction held by the guest', () => {
  it('ends with its release', () => {
    call.hearPad('left', true);
    expect(directions()).toEqual(['left']);
    call.hearPad('left', false);
    expect(directions()).toEqual([]);
  });

  it('ends half a second after its last renewal', () => {
    call.hearPad('up', true);
    for (let told = 0; told < 10; told++) {
      vi.advanceTimersByTime(499);
      call.hearPad('up', true);
    }
    expect(directions()).toEqual(['up']);
    vi.advanceTimersByTime(499);
    expect(directions()).toEqual(['up']);
    vi.advanceTimersByTime(1);
    expect(directions()).toEqual([]);
  });

  it('ends independently of the other axis', () => {
    call.hearPad('up', true);
    vi.advanceTimersByTime(300);
    call.hearPad('right', true);
    vi.advanceTimersByTime(300);
    expect(directions()).toEqual(['right']);
  });

  it('ends when its opposite begins', () => {
    call.hearPad('left', true);
    call.hearPad('right', true);
    expect(directions()).toEqual(['right']);
    vi.advanceTimersByTime(400);
    call.hearPad('right', true);
    vi.advanceTimersByTime(400);
    expect(directions()).toEqual(['right']);
  });

  it.each([
    ['the connection is lost', () => call.be({ connection: 'reconnecting' })],
    ['the guest has lost theirs', () => call.beOther({ connected: false })],
    ['the host no longer offers it', () => call.be({ offers: ['VOICE'] })],
    ['the call ends', () => call.beRoom({ status: 'FINISHED', endReason: 'left' })],
    ['the call is cleared', () => call.store.setState({ call: null })],
  ])('ends at once when %s, and until then there is no other', (_when, happen) => {
    call.hearPad('down', true);
    happen();
    expect(directions()).toEqual([]);
    call.hearPad('down', true);
    expect(directions()).toEqual([]);
    call.be({});
    expect(directions()).toEqual([]);
  });
});

describe('A direction spoken by the guest', () => {
  const spoken = () => directed.directedStore.getState().spoken;

  it('lasts until the next one, or for a while', () => {
    call.hearSpoken('left');
    expect(spoken()).toBe('left');
    vi.advanceTimersByTime(SPOKEN_MS - 1);
    call.hearSpoken('stop');
    vi.advanceTimersByTime(SPOKEN_MS - 1);
    expect(spoken()).toBe('stop');
    vi.advanceTimersByTime(1);
    expect(spoken()).toBeNull();
    expect(directions()).toEqual([]);
  });

  it('is replaced by a held direction', () => {
    call.hearSpoken('left');
    call.hearPad('right', true);
    expect([spoken(), directions()]).toEqual([null, ['right']]);
  });

  it.each([
    ['the connection is lost', () => call.be({ connection: 'reconnecting' })],
    ['the guest has lost theirs', () => call.beOther({ connected: false })],
    ['the host no longer offers it', () => call.be({ offers: ['PAD'] })],
    ['the call ends', () => call.beRoom({ status: 'FINISHED', endReason: 'left' })],
  ])('ends at once when %s, and until then there is no other', (_when, happen) => {
    call.hearSpoken('down');
    happen();
    expect(spoken()).toBeNull();
    call.hearSpoken('down');
    expect(spoken()).toBeNull();
  });
});

it('In a hidden tab, whose timers are late, a worker keeps the time', async () => {
  const answers: (() => void)[] = [];
  class FakeWorker extends EventTarget {
    postMessage({ id }: { id: number }): void {
      answers.push(() => this.dispatchEvent(new MessageEvent('message', { data: id })));
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  call.hearPad('up', true);
  call.hearPad('up', true);
  answers[0]?.();
  expect(directions()).toEqual(['up']);
  answers[1]?.();
  expect(directions()).toEqual([]);
});
