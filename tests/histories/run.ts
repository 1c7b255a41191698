import fc from 'fast-check';
import { bringToEnd, expectSound, siteBalance } from './ending.ts';
import { History, type Setting } from './history.ts';
import { KINDS } from './steps.ts';
import { clearWorld, type World } from './world.ts';

/** A history to run: its setting and steps. */
type Plan = { setting: Setting; steps: readonly Step[] };
type Step = { name: string; take(history: History): Promise<unknown>; toString(): string };

const STEPS_MAX = 30;
/** Shrinking a failing history stops after this many failing attempts. */
const FAILURES_MAX = 40;

const plans: fc.Arbitrary<Plan> = fc.record({
  setting: fc.record({
    priceMinor: fc.oneof(fc.integer({ min: 2, max: 999 }), fc.constantFrom(1, 7, 50, 100, 333)),
    autoConfirm: fc.boolean(),
  }),
  steps: fc.array(anyStep(), { minLength: 6, maxLength: STEPS_MAX, size: 'max' }),
});

function anyStep(): fc.Arbitrary<Step> {
  return fc.oneof(
    ...Object.entries(KINDS).map(([name, kind]) => ({ weight: kind.weight, arbitrary: stepOf(name, kind) })),
  );
}

function stepOf<Of>(
  name: string,
  { of, take }: { of: fc.Arbitrary<Of>; take(history: History, step: Of): Promise<unknown> },
) {
  return of.map((step) => ({
    name,
    take: (history: History) => take(history, step),
    toString: () => `${name} ${JSON.stringify(step)}`,
  }));
}

/** Which histories to run; the same numbers give the same histories. */
export type Choice = {
  count: number;
  seed: number;
  /** Path of a failed history, from its error message. */
  path?: string;
};

/**
 * Runs random histories one after the other, and checks the end of each.
 * @param onEnd called after each that holds
 * @throws Error with a short failing history, and the seed and path to run it again
 */
export async function runHistories(
  world: World,
  { count, seed, path }: Choice,
  onEnd?: () => void,
): Promise<void> {
  let isClean = false;
  let failures = 0;
  const property = fc.asyncProperty(plans, async ({ setting, steps }) => {
    if (failures > FAILURES_MAX) return;
    await clearWorld(world, !isClean);
    isClean = false;
    failures++;
    const history = await History.begin(world, setting);
    history.siteHad = await siteBalance(history);
    for (const step of steps) await step.take(history);
    await bringToEnd(history);
    await expectSound(history);
    isClean = true;
    failures--;
    onEnd?.();
  });
  const found = await fc.check(property, { numRuns: count, seed, path });
  if (!found.failed) return;
  const plan = found.counterexample?.[0];
  throw new Error(
    [
      `A history fails: seed ${seed}, path ${found.counterexamplePath}`,
      JSON.stringify(plan?.setting),
      ...(plan?.steps ?? []).map(String),
    ].join('\n'),
    { cause: found.errorInstance },
  );
}
