type Closable = { close(): void };

export type Steps<Frame extends Closable, Person> = {
  /** Returns where the person is in a frame; null while that is unknown. */
  findPerson(frame: Frame): Promise<Person | null>;
  /** Returns a new frame. @param person null: blurs all of it */
  blur(frame: Frame, person: Person | null): Frame;
  /** Takes over ownership of the frame. */
  write(frame: Frame): Promise<void>;
  onError(error: unknown): void;
  /** Reports the time a frame has taken, in ms. */
  onTime(ms: number): void;
};

/**
 * Blurs frames one by one until there are no more; frames that come meanwhile are dropped at their source. Each frame
 * gets its own mask, as an older one would uncover what the person moves away from; a slow device therefore has fewer
 * frames. On an error the whole frame is blurred or dropped, never passed through.
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
      // Rejects once the target track has been stopped.
      await steps.write(blurred).catch(() => blurred.close());
    } catch (error) {
      steps.onError(error);
    } finally {
      frame.close();
    }
    steps.onTime(performance.now() - begin);
  }
}
