import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_BYTES, decodeFrame, encodeChunk, WINDOW_BYTES } from './file-frames.ts';
import { FileTransfer } from './file-transfer.ts';

const ID = '2b1c8c1e-6a3f-4f0b-9a57-5f0d4c1e7a10';
const OTHER_ID = '7d0f3a92-1c44-4f6e-8b1d-0c9a5e2f6b33';

/** Bytes that depend on their position. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) % 256);
}

let sent: (string | ArrayBuffer)[];
/** Which frames are lost, in either direction. */
let isLost: (data: string | ArrayBuffer) => boolean;
let arrived: Map<string, Uint8Array<ArrayBuffer>>;
let gone: string[];
let progress: number[];
let receiver: FileTransfer;
let sender: FileTransfer;

function link(to: () => FileTransfer): (data: string | ArrayBuffer) => Promise<void> {
  return async (data) => {
    sent.push(data);
    if (!isLost(data)) queueMicrotask(() => to().receive(data));
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  arrived = new Map();
  gone = [];
  progress = [];
  isLost = () => false;
  const handlers = {
    onProgress: (_: string, received: number) => progress.push(received),
    onArrived: (id: string, parts: Uint8Array[]) =>
      arrived.set(id, Uint8Array.from(parts.flatMap((part) => [...part]))),
    onGone: (id: string) => gone.push(id),
  };
  receiver = new FileTransfer({ send: link(() => sender), ...handlers });
  sender = new FileTransfer({ send: link(() => receiver), ...handlers });
});

afterEach(() => {
  receiver.clear();
  vi.useRealTimers();
});

const chunks = () => sent.filter((data) => typeof data !== 'string');
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** File contents are read asynchronously. */
const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000 });

describe('A file', () => {
  it('of many parts arrives intact', async () => {
    const file = bytesOf(3 * WINDOW_BYTES + 5);
    sender.offer(ID, new Blob([file]));
    receiver.want(ID, file.length);
    await eventually(() => expect(arrived.get(ID)).toEqual(file));
    expect(chunks()).toHaveLength(Math.ceil(file.length / CHUNK_BYTES));
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('arrives despite lost frames in both directions', async () => {
    const file = bytesOf(2 * WINDOW_BYTES);
    let count = 0;
    isLost = () => ++count % 20 === 1;
    sender.offer(ID, new Blob([file]));
    receiver.want(ID, file.length);
    for (let second = 0; second < 120 && !arrived.has(ID); second++) await pass(1_000);
    expect(arrived.get(ID)).toEqual(file);
  });

  it('takes memory only for what has arrived', () => {
    const before = process.memoryUsage().arrayBuffers;
    for (let nth = 0; nth < 100; nth++) receiver.want(crypto.randomUUID(), 10_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('is given up after a short chunk that is not its last one', () => {
    receiver.want(ID, 2 * CHUNK_BYTES);
    receiver.receive(encodeChunk(ID, 0, bytesOf(1)));
    expect(gone).toEqual([ID]);
  });

  it('is requested again while the other side is away, at growing intervals', async () => {
    isLost = () => true;
    receiver.want(ID, 10);
    await pass(60_000);
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.length).toBeLessThan(13);
    isLost = () => false;
    sender.offer(ID, new Blob([bytesOf(10)]));
    await pass(8_000);
    await eventually(() => expect(arrived.get(ID)).toEqual(bytesOf(10)));
    sent = [];
    await pass(60_000);
    expect(sent).toEqual([]);
  });

  it('waits for the one before it', async () => {
    sender.offer(ID, new Blob([bytesOf(CHUNK_BYTES)]));
    sender.offer(OTHER_ID, new Blob([bytesOf(20)]));
    receiver.want(ID, CHUNK_BYTES);
    receiver.want(OTHER_ID, 20);
    await eventually(() => expect([...arrived.keys()]).toEqual([ID, OTHER_ID]));
  });

  it('that its sender no longer has is given up, and the next one is fetched', async () => {
    sender.offer(OTHER_ID, new Blob([bytesOf(20)]));
    receiver.want(ID, 10);
    receiver.want(OTHER_ID, 20);
    await eventually(() => expect([...arrived.keys()]).toEqual([OTHER_ID]));
    expect(gone).toEqual([ID]);
  });

  it('that is larger than announced is given up', async () => {
    receiver.want(ID, 10);
    receiver.receive(encodeChunk(ID, 0, bytesOf(11)));
    expect(gone).toEqual([ID]);
  });

  it('is accepted in order, and only once', async () => {
    const file = bytesOf(CHUNK_BYTES + 2);
    const [first, last] = [file.subarray(0, CHUNK_BYTES), file.subarray(CHUNK_BYTES)];
    receiver.want(ID, file.length);
    receiver.receive(encodeChunk(ID, CHUNK_BYTES, last));
    receiver.receive(encodeChunk(OTHER_ID, 0, first));
    expect(progress).toEqual([]);
    receiver.receive(encodeChunk(ID, 0, first));
    receiver.receive(encodeChunk(ID, 0, new Uint8Array(CHUNK_BYTES).fill(9)));
    receiver.receive(encodeChunk(ID, CHUNK_BYTES, last));
    expect(arrived.get(ID)).toEqual(file);
  });
});

describe('Invalid data', () => {
  it.each([
    ['', 'no JSON'],
    ['{"want":"x","from":0,"to":1}', 'no id'],
    [JSON.stringify({ want: ID, from: 5, to: 5 }), 'nothing'],
    [JSON.stringify({ want: ID, from: 0, to: WINDOW_BYTES + 1 }), 'too much at once'],
    [JSON.stringify({ want: ID, from: -1, to: 1 }), 'a place before the beginning'],
    [new ArrayBuffer(40), 'no bytes'],
  ])('%s is ignored: %s', (data, _reason) => {
    expect(decodeFrame(data)).toBeNull();
  });
});
