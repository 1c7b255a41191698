import { describe, expect, test } from 'vitest';
import { WHOLE_VIDEO } from '#protocol/channel.ts';
import { Bandwidth } from './bandwidth.ts';

const TARGET = 3_500_000;
const HIGH = 12_000_000;
const active = true;

test('a connection with enough bandwidth gets the full picture', () => {
  const bandwidth = new Bandwidth(TARGET);
  expect(bandwidth.encodings).toEqual([{ active, maxBitrate: TARGET, scaleResolutionDownBy: 1 }]);
  bandwidth.setEstimate(12_000_000);
  expect(bandwidth.encodings).toEqual([{ active, maxBitrate: TARGET, scaleResolutionDownBy: 1 }]);
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
  expect(bandwidth.encodings).toEqual([{ active, ...encoding }]);
});

test('grows back in steps to the full picture', () => {
  const bandwidth = new Bandwidth(TARGET);
  bandwidth.setEstimate(180_000);
  const sizes: number[] = [];
  let bitrate = 0;
  while (bitrate < TARGET) {
    bandwidth.setEstimate(12_000_000);
    const [{ maxBitrate, scaleResolutionDownBy } = { maxBitrate: 0, scaleResolutionDownBy: 0 }] =
      bandwidth.encodings;
    expect(maxBitrate / (bitrate || 102_000)).toBeLessThanOrEqual(1.2501);
    bitrate = maxBitrate;
    if (sizes.at(-1) !== scaleResolutionDownBy) sizes.push(scaleResolutionDownBy);
  }
  expect(sizes).toEqual([4, 3, 2, 1.5, 1]);
});

test('a fluctuating estimate does not keep changing the size', () => {
  const bandwidth = new Bandwidth(TARGET);
  const sizes = new Set<number>();
  bandwidth.setEstimate(1_500_000);
  for (let times = 0; times < 20; times++) {
    // Video gets 37 % and 50 % of the full picture's bitrate.
    bandwidth.setEstimate(times % 2 ? 2_000_000 : 1_500_000);
    sizes.add(bandwidth.encodings[0]?.scaleResolutionDownBy ?? 0);
  }
  expect([...sizes]).toEqual([1.5]);
});

test('another quality keeps the limit', () => {
  const bandwidth = new Bandwidth(TARGET);
  bandwidth.setTarget(12_000_000);
  expect(bandwidth.encodings).toEqual([{ active, maxBitrate: 12_000_000, scaleResolutionDownBy: 1 }]);
  bandwidth.setEstimate(1_000_000);
  bandwidth.setTarget(TARGET);
  expect(bandwidth.encodings).toEqual([{ active, maxBitrate: 840_000, scaleResolutionDownBy: 1.5 }]);
  bandwidth.setTarget(1_000_000);
  expect(bandwidth.encodings).toEqual([{ active, maxBitrate: 840_000, scaleResolutionDownBy: 1 }]);
});

describe('Two layers', () => {
  const full = (isActive: boolean, maxBitrate: number) => ({
    active: isActive,
    maxBitrate,
    scaleResolutionDownBy: 1,
  });

  test.each([
    {
      title: 'all that there is room for',
      estimate: 20_000_000,
      half: [3_000_000, 2],
      whole: full(true, HIGH),
    },
    {
      title: 'the full one is fitted as long as its size is worth it',
      estimate: 8_000_000,
      half: [3_000_000, 2],
      whole: full(true, 7_140_000),
    },
    {
      title: 'the half one as it is, and the full one no lower, at a third',
      estimate: 4_000_000,
      half: [3_000_000, 2],
      whole: full(true, 4_800_000),
    },
    {
      title: 'the half one fitted, and the full one not at all',
      estimate: 1_000_000,
      half: [840_000, 3],
      whole: full(false, 4_800_000),
    },
  ])('$title', ({ estimate, half: [maxBitrate, scaleResolutionDownBy], whole }) => {
    const bandwidth = new Bandwidth(HIGH, 'both');
    bandwidth.setEstimate(estimate);
    expect(bandwidth.encodings).toEqual([{ active, maxBitrate, scaleResolutionDownBy }, whole]);
  });

  test('the full one does not toggle at the edge of what fits', () => {
    const bandwidth = new Bandwidth(HIGH, 'both');
    const seen: (boolean | undefined)[] = [];
    for (const estimate of [3_300_000, 3_500_000, 3_300_000, 3_500_000, 5_000_000, 5_000_000, 3_500_000]) {
      bandwidth.setEstimate(estimate);
      seen.push(bandwidth.encodings[1]?.active);
    }
    expect(seen).toEqual([false, false, false, false, false, true, true]);
  });
});

describe("The other side's wish", () => {
  const half = { size: 'half', saveData: false, detail: false } as const;
  const saved = { size: 'full', saveData: true, detail: false } as const;

  test('half size: the full layer is not encoded, and comes back at once', () => {
    const bandwidth = new Bandwidth(HIGH, 'both');
    bandwidth.setWish(half);
    const both = [
      { active: true, maxBitrate: 3_000_000, scaleResolutionDownBy: 2 },
      { active: false, maxBitrate: HIGH, scaleResolutionDownBy: 1 },
    ];
    expect(bandwidth.encodings).toEqual(both);
    bandwidth.setWish(WHOLE_VIDEO);
    expect(bandwidth.encodings.map((layer) => layer.active)).toEqual([true, true]);
    const single = new Bandwidth(TARGET);
    single.setWish(half);
    expect(single.encodings).toEqual([{ active, maxBitrate: TARGET, scaleResolutionDownBy: 1 }]);
  });

  test('saving data: 1 Mbit/s, with and without layers', () => {
    const layered = new Bandwidth(HIGH, 'both');
    layered.setWish(saved);
    expect(layered.encodings[0]).toEqual({ active, maxBitrate: 1_000_000, scaleResolutionDownBy: 3 });
    expect(layered.encodings[1]?.active).toBe(false);
    const single = new Bandwidth(TARGET);
    single.setWish(saved);
    expect(single.encodings).toEqual([{ active, maxBitrate: 1_000_000, scaleResolutionDownBy: 1.5 }]);
    single.setEstimate(500_000);
    single.setWish(WHOLE_VIDEO);
    expect(single.encodings).toEqual([{ active, maxBitrate: 390_000, scaleResolutionDownBy: 2 }]);
  });
});

describe('A part in full detail', () => {
  const of = (estimate: number, layers: 'both' | 'whole' = 'both') => {
    const bandwidth = new Bandwidth(HIGH, layers);
    bandwidth.setDetail(true);
    bandwidth.setEstimate(estimate);
    return bandwidth;
  };

  test('gets what the whole, which is small beside it, leaves', () => {
    const bandwidth = of(2_000_000);
    expect(bandwidth.encodings).toEqual([
      { active, maxBitrate: 348_000, scaleResolutionDownBy: 4 },
      { active: false, maxBitrate: HIGH, scaleResolutionDownBy: 1 },
    ]);
    expect(bandwidth.detailEncoding).toEqual({ active, maxBitrate: 1_392_000, scaleResolutionDownBy: 1 });
    bandwidth.setDetail(false);
    expect(bandwidth.encodings[0]?.scaleResolutionDownBy).toBe(2);
  });

  test('is beside a larger whole where there is enough for both, which does not toggle', () => {
    const bandwidth = of(3_000_000);
    const scales = [3_000_000, 2_300_000, 2_200_000, 2_800_000, 3_000_000].map((estimate) => {
      bandwidth.setEstimate(estimate);
      return bandwidth.encodings[0]?.scaleResolutionDownBy;
    });
    expect(scales).toEqual([3, 3, 4, 4, 3]);
  });

  test('gets no more than makes it better', () => {
    const bandwidth = of(20_000_000);
    expect(bandwidth.encodings[0]?.maxBitrate).toBe(1_200_000);
    expect(bandwidth.detailEncoding.maxBitrate).toBe(6_000_000);
  });

  test('saves data as the whole does', () => {
    const bandwidth = of(20_000_000);
    bandwidth.setWish({ size: 'full', saveData: true, detail: true });
    expect([bandwidth.encodings[0]?.maxBitrate, bandwidth.detailEncoding.maxBitrate]).toEqual([
      200_000, 800_000,
    ]);
  });

  test('is left out where there is too little for both, and does not toggle', () => {
    const bandwidth = new Bandwidth(HIGH, 'both');
    bandwidth.setDetail(true);
    const seen = [800_000, 700_000, 800_000, 900_000, 1_000_000, 800_000].map((estimate) => {
      bandwidth.setEstimate(estimate);
      return [bandwidth.detailEncoding.active, bandwidth.encodings[0]?.scaleResolutionDownBy];
    });
    expect(seen).toEqual([
      [true, 4],
      [false, 3],
      [false, 3],
      [false, 3],
      [true, 4],
      [true, 4],
    ]);
  });

  test('of a single picture changes nothing', () => {
    expect(of(20_000_000, 'whole').encodings).toEqual(new Bandwidth(HIGH).encodings);
  });
});
