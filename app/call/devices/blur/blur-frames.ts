type Closable = { close(): void };

export type Steps<Frame extends Closable, Person> = {
  /** Where the person is in a frame; null while nothing can tell. */
  findPerson(frame: Frame): Promise<Person | null>;
  /** A frame of its own. @param person null: blurs all of it */
  blur(frame: Frame, person: Person | null): Frame;
  /** Takes over the frame. */
  write(frame: Frame): Promise<void>;
  onError(error: unknown): void;
  /** Milliseconds that a frame has taken. */
  onTime(ms: number): void;
};

/**
 * Blurs frames one by one until there are no more; those that come meanwhile are dropped at their source. Each gets a
 * mask of its own, as an older one would uncover what someone moves away from: on a slow device there are fewer frames.
 * What fails costs the person or the frame, and never lets one through as it is.
 */
export async function blurFrames<Frame extends Closable, Person>(
  frames: ReadableStream<Frame>,
  steps: Steps<Frame, Person>,
): Promise<void> {
  const reader = frames.getReader();
  for (;;) {
    const { value: frame, done } = await reader.read();
    if (done) return;
    const begin = performance.now();
    try {
      const person = await steps.findPerson(frame).catch((error: unknown) => {
        steps.onError(error);
        return null;
      });
      const blurred = steps.blur(frame, person);
      // Rejects once the track that it is for has been stopped.
      await steps.write(blurred).catch(() => blurred.close());
    } catch (error) {
      steps.onError(error);
    } finally {
      frame.close();
    }
    steps.onTime(performance.now() - begin);
  }
}
