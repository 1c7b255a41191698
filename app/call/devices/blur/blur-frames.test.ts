import { expect, it, vi } from 'vitest';
import { blurFrames, type Steps } from './blur-frames.ts';

class FakeFrame {
  readonly name: string;
  closed = 0;
  constructor(name: string) {
    this.name = name;
  }
  close(): void {
    this.closed++;
  }
}

async function run(change: Partial<Steps<FakeFrame, string>>) {
  const frames = ['one', 'two'].map((name) => new FakeFrame(name));
  const made: FakeFrame[] = [];
  const written: FakeFrame[] = [];
  const steps: Steps<FakeFrame, string> = {
    findPerson: async ({ name }) => `person of ${name}`,
    blur(_frame, person) {
      const frame = new FakeFrame(person ?? 'all blurred');
      made.push(frame);
      return frame;
    },
    write: async (frame) => void written.push(frame),
    onError: vi.fn(),
    onTime: vi.fn(),
    ...change,
  };
  const readable = new ReadableStream<FakeFrame>({
    start(controller) {
      for (const frame of frames) controller.enqueue(frame);
      controller.close();
    },
  });
  await blurFrames(readable, steps);
  return { frames, made, names: written.map(({ name }) => name), steps };
}

it('replaces each frame, and closes it', async () => {
  const { frames, made, names, steps } = await run({});
  expect(names).toEqual(['person of one', 'person of two']);
  expect(frames.map(({ closed }) => closed)).toEqual([1, 1]);
  expect(made.map(({ closed }) => closed)).toEqual([0, 0]);
  expect(steps.onTime).toHaveBeenCalledTimes(2);
});

it('blurs a whole frame if the person is unknown or cannot be found', async () => {
  expect((await run({ findPerson: async () => null })).names).toEqual(['all blurred', 'all blurred']);
  const failing = await run({ findPerson: () => Promise.reject(new Error('no model')) });
  expect(failing.names).toEqual(['all blurred', 'all blurred']);
  expect(failing.steps.onError).toHaveBeenCalledWith(new Error('no model'));
  expect(failing.frames.map(({ closed }) => closed)).toEqual([1, 1]);
});

it('passes no frame through if it cannot be blurred', async () => {
  const blur = vi.fn(() => {
    throw new Error('no canvas');
  });
  const { frames, names, steps } = await run({ blur });
  expect(names).toEqual([]);
  expect(frames.map(({ closed }) => closed)).toEqual([1, 1]);
  expect(steps.onError).toHaveBeenCalledTimes(2);
});

it('closes frames that cannot be written', async () => {
  const { frames, made } = await run({ write: () => Promise.reject(new Error('stopped')) });
  expect([...frames, ...made].map(({ closed }) => closed)).toEqual([1, 1, 1, 1]);
});
