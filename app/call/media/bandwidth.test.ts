import { expect, test } from 'vitest';
import { Bandwidth } from './bandwidth.ts';

const TARGET = 3_500_000;

test('a connection that has room takes the full picture', () => {
  const bandwidth = new Bandwidth(TARGET);
  expect(bandwidth.encoding).toEqual({ maxBitrate: TARGET, scaleResolutionDownBy: 1 });
  bandwidth.setEstimate(12_000_000);
  expect(bandwidth.encoding).toEqual({ maxBitrate: TARGET, scaleResolutionDownBy: 1 });
});

test.each([
  { estimate: 3_000_000, maxBitrate: 2_640_000, scaleResolutionDownBy: 1 },
  { estimate: 1_000_000, maxBitrate: 840_000, scaleResolutionDownBy: 1.5 },
  { estimate: 500_000, maxBitrate: 390_000, scaleResolutionDownBy: 2 },
  { estimate: 300_000, maxBitrate: 210_000, scaleResolutionDownBy: 3 },
  { estimate: 180_000, maxBitrate: 102_000, scaleResolutionDownBy: 4 },
  { estimate: 20_000, maxBitrate: 80_000, scaleResolutionDownBy: 4 },
])('at $estimate bit/s the picture is $scaleResolutionDownBy times smaller', ({ estimate, ...encoding }) => {
  const bandwidth = new Bandwidth(TARGET);
  bandwidth.setEstimate(estimate);
  expect(bandwidth.encoding).toEqual(encoding);
});

test('it comes back in steps, to the full picture', () => {
  const bandwidth = new Bandwidth(TARGET);
  bandwidth.setEstimate(180_000);
  const sizes: number[] = [];
  let bitrate = 0;
  while (bitrate < TARGET) {
    bandwidth.setEstimate(12_000_000);
    const { maxBitrate, scaleResolutionDownBy } = bandwidth.encoding;
    expect(maxBitrate / (bitrate || 102_000)).toBeLessThanOrEqual(1.2501);
    bitrate = maxBitrate;
    if (sizes.at(-1) !== scaleResolutionDownBy) sizes.push(scaleResolutionDownBy);
  }
  expect(sizes).toEqual([4, 3, 2, 1.5, 1]);
});

test('an estimate that goes up and down a little does not change the size each time', () => {
  const bandwidth = new Bandwidth(TARGET);
  const sizes = new Set<number>();
  bandwidth.setEstimate(1_500_000);
  for (let times = 0; times < 20; times++) {
    // Video gets 37 % and 50 % of the full picture's.
    bandwidth.setEstimate(times % 2 ? 2_000_000 : 1_500_000);
    sizes.add(bandwidth.encoding.scaleResolutionDownBy);
  }
  expect([...sizes]).toEqual([1.5]);
});

test('another quality is limited as before', () => {
  const bandwidth = new Bandwidth(TARGET);
  bandwidth.setTarget(12_000_000);
  expect(bandwidth.encoding).toEqual({ maxBitrate: 12_000_000, scaleResolutionDownBy: 1 });
  bandwidth.setEstimate(1_000_000);
  bandwidth.setTarget(TARGET);
  expect(bandwidth.encoding).toEqual({ maxBitrate: 840_000, scaleResolutionDownBy: 1.5 });
  bandwidth.setTarget(1_000_000);
  expect(bandwidth.encoding).toEqual({ maxBitrate: 840_000, scaleResolutionDownBy: 1 });
});
