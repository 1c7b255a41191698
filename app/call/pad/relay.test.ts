import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall } from '../tests/fake-call.ts';
import { RELAY_BOARDS, relayBoard } from './relay-boards.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

describe('Relay boards', () => {
  it.each([
    ['lcus-4', 'A00101A2', 'A00100A1', 'A00401A5', 'A00400A4'],
    ['kmtronic-4', 'FF0101', 'FF0100', 'FF0401', 'FF0400'],
    ['usb-rly08', '65', '6F', '68', '72'],
  ])('%s is switched by the bytes of its manual', (id, on1, off1, on4, off4) => {
    const { command } = relayBoard(id);
    const sent = [command(1, true), command(1, false), command(4, true), command(4, false)];
    expect(sent.map(hex)).toEqual([on1, off1, on4, off4]);
  });

  it('fall back to the default for an unknown id', () => {
    expect(relayBoard(null)).toBe(RELAY_BOARDS[0]);
    expect(relayBoard('of a later version').id).toBe('lcus-4');
  });
});

/** A serial port that takes one write at a time, and records them. */
class FakePort extends EventTarget {
  readonly written: string[] = [];
  isOpen = false;
  isStuck = false;
  opens = true;
  /** Number of writes in progress. */
  #writing = 0;
  writable: WritableStream<Uint8Array<ArrayBuffer>> | null = null;

  getInfo() {
    return { usbVendorId: 0x1a86, usbProductId: 0x7523 };
  }

  async open(): Promise<void> {
    if (!this.opens || this.isOpen) throw new DOMException('', 'NetworkError');
    this.isOpen = true;
    this.writable = new WritableStream({
      write: async (bytes) => {
        expect(++this.#writing).toBe(1);
        await Promise.resolve();
        if (!this.isOpen) throw new DOMException('', 'NetworkError');
        this.written.push(hex(bytes));
        this.#writing--;
      },
    });
  }

  async close(): Promise<void> {
    this.isOpen = false;
  }

  unplug(): void {
    this.isOpen = false;
    this.dispatchEvent(new Event('disconnect'));
  }
}

const ALL_OFF = ['A00100A1', 'A00200A2', 'A00300A3', 'A00400A4'];

describe('The direction relay', () => {
  let call: FakeCall;
  let relay: typeof import('./relay.ts');
  let port: FakePort;
  let page: EventTarget;
  let requestPort: () => Promise<FakePort>;

  beforeEach(async () => {
    vi.resetModules();
    page = new EventTarget();
    port = new FakePort();
    requestPort = async () => port;
    vi.stubGlobal('window', page);
    vi.stubGlobal('navigator', { serial: { requestPort: () => requestPort() } });
    call = new FakeCall('host');
    relay = await import('./relay.ts');
    return () => vi.unstubAllGlobals();
  });

  const state = () => relay.relayStore.getState();
  /** Bytes written since it was connected. */
  const written = () => port.written.slice(ALL_OFF.length);
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  it('is off first, then follows the directions: off before on', async () => {
    await relay.connectRelay();
    expect(state()).toMatchObject({ status: 'connected', name: 'LCUS-4 (CH340), USB 1A86:7523' });
    call.hearPad('left', true);
    call.hearPad('up', true);
    call.hearPad('left', true);
    call.hearPad('right', true);
    call.hearPad('up', false);
    await settled();
    expect(port.written.slice(0, 4)).toEqual(ALL_OFF);
    expect(written()).toEqual(['A00301A4', 'A00101A2', 'A00300A3', 'A00401A5', 'A00100A1']);
  });

  it('takes up directions already held when it is connected', async () => {
    call.hearPad('down', true);
    await relay.connectRelay();
    await settled();
    expect(written()).toEqual(['A00201A3']);
  });

  it('does not follow spoken directions', async () => {
    await relay.connectRelay();
    call.hearSpoken('left');
    call.hearPad('up', true);
    call.hearSpoken('stop');
    await settled();
    expect(written()).toEqual(['A00101A2']);
  });

  it.each([
    ['the host disconnects it', () => relay.disconnectRelay()],
    ['the call ends', () => call.beRoom({ status: 'FINISHED', endReason: 'left' })],
    ['the call is cleared', () => call.store.setState({ call: null })],
    ['the host no longer offers the pad', () => call.be({ offers: ['VOICE'] })],
  ])('is turned off and closed when %s', async (_when, happen) => {
    await relay.connectRelay();
    call.hearPad('up', true);
    happen();
    await settled();
    expect(port.written.slice(-4)).toEqual(ALL_OFF);
    expect(port.isOpen).toBe(false);
    expect(state().status).toBe('none');
  });

  it('is turned off when the page is left', async () => {
    await relay.connectRelay();
    call.hearPad('up', true);
    page.dispatchEvent(new Event('pagehide'));
    await settled();
    expect(port.written.slice(-4)).toEqual(ALL_OFF);
  });

  it('is turned off when the guest is away, and stays connected', async () => {
    await relay.connectRelay();
    call.hearPad('up', true);
    call.beOther({ connected: false });
    await settled();
    expect(written()).toEqual(['A00101A2', 'A00100A1']);
    expect(state().status).toBe('connected');
  });

  it('reports that it was unplugged, and can be connected again', async () => {
    await relay.connectRelay();
    await settled();
    port.unplug();
    await settled();
    expect(state().status).toBe('unplugged');
    call.hearPad('up', true);
    port = new FakePort();
    await relay.connectRelay();
    expect(state().status).toBe('connected');
  });

  it('reports that it was unplugged after a failed write', async () => {
    await relay.connectRelay();
    await settled();
    port.isOpen = false;
    call.hearPad('up', true);
    await settled();
    expect(state().status).toBe('failed');
    port.unplug();
    expect(state().status).toBe('unplugged');
  });

  it('reports that its port cannot be opened', async () => {
    port.opens = false;
    await relay.connectRelay();
    expect(state().status).toBe('busy');
  });

  it('reports the same for a port that does not answer, and closes it if it opens later', async () => {
    const open = port.open.bind(port);
    let answer = () => {};
    port.open = () =>
      new Promise((resolve) => {
        answer = () => resolve(open());
      });
    vi.useFakeTimers();
    const connecting = relay.connectRelay();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(state().status).toBe('busy');
    await connecting;
    answer();
    await settled();
    expect(port.isOpen).toBe(false);
  });

  it('is unchanged when no port is chosen', async () => {
    requestPort = () => Promise.reject(new DOMException('', 'NotFoundError'));
    await relay.connectRelay();
    expect(state().status).toBe('none');
  });

  it('is disconnected if the pad is no longer offered once its port is open', async () => {
    const connecting = relay.connectRelay();
    call.be({ offers: ['VOICE'] });
    await connecting;
    await settled();
    expect(port.isOpen).toBe(false);
    expect(state().status).toBe('none');
  });

  it('uses the commands of the chosen board', async () => {
    relay.chooseBoard('kmtronic-4');
    await relay.connectRelay();
    call.hearPad('up', true);
    await settled();
    expect(port.written.slice(-1)).toEqual(['FF0101']);
  });
});
