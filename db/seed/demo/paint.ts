/** Generates landscapes for the demo's pictures: a sky, a sun, ridges behind ridges, and water or ground. */

type Colour = readonly [red: number, green: number, blue: number];

type Mood = { zenith: Colour; horizon: Colour; sun: Colour; near: Colour; ground: Colour };

const MOODS: Mood[] = [
  {
    zenith: [38, 60, 110],
    horizon: [255, 178, 130],
    sun: [255, 226, 180],
    near: [34, 30, 52],
    ground: [92, 74, 96],
  },
  {
    zenith: [52, 118, 190],
    horizon: [206, 228, 240],
    sun: [255, 252, 236],
    near: [30, 66, 58],
    ground: [84, 118, 86],
  },
  {
    zenith: [16, 20, 48],
    horizon: [82, 74, 128],
    sun: [226, 230, 255],
    near: [10, 12, 28],
    ground: [26, 30, 58],
  },
  {
    zenith: [88, 140, 176],
    horizon: [244, 226, 196],
    sun: [255, 244, 214],
    near: [120, 72, 48],
    ground: [196, 150, 104],
  },
  {
    zenith: [120, 150, 176],
    horizon: [226, 234, 240],
    sun: [255, 255, 255],
    near: [66, 84, 104],
    ground: [214, 224, 232],
  },
  {
    zenith: [70, 40, 84],
    horizon: [255, 107, 74],
    sun: [255, 200, 150],
    near: [38, 20, 40],
    ground: [120, 60, 74],
  },
];

/** Section of the landscape a picture shows, in degrees. */
export type Frame = { width: number; height: number; across: number; bottom: number; top: number };

/** A whole sphere, equirectangular. */
export const sphere = (width: number): Frame => ({
  width,
  height: width / 2,
  across: 360,
  bottom: -90,
  top: 90,
});
/** View of a flat camera aimed at the horizon. */
export const flat = (width: number, height: number): Frame => ({
  width,
  height,
  across: (44 * width) / height,
  bottom: -14,
  top: 30,
});

const LAYERS = 4;

/** Paints a landscape. @returns RGB, one byte per channel, row by row; deterministic for a seed */
export function paintLandscape(seed: number, frame: Frame): Buffer {
  const mood = MOODS[seed % MOODS.length] ?? fail();
  const { width, height } = frame;
  const ridges = Array.from({ length: LAYERS }, (_, layer) => ridgeHeights(seed, layer, frame));
  const sunAt = [random(seed, 90) * 360, 4 + random(seed, 91) * 16] as const;
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++) {
    const elevation = frame.top - ((row + 0.5) / height) * (frame.top - frame.bottom);
    for (let column = 0; column < width; column++) {
      const azimuth = ((column + 0.5) / width) * frame.across;
      const layer = elevation > 14 ? -1 : ridges.findIndex((heights) => (heights[column] ?? 0) > elevation);
      let colour =
        layer < 0 ? skyColour(mood, elevation, azimuth, sunAt) : ridgeColour(mood, layer, elevation);
      if (elevation < 0 && layer !== 0) colour = blend(mood.ground, colour, Math.exp(elevation / 5));
      const at = (row * width + column) * 3;
      pixels[at] = colour[0];
      pixels[at + 1] = colour[1];
      pixels[at + 2] = colour[2];
    }
  }
  return pixels;
}

/** Heights in degrees, per column. Whole waves around the sphere, so that both ends meet. */
function ridgeHeights(seed: number, layer: number, { width, across }: Frame): Float64Array {
  const base = [-6, 0.5, 3, 5][layer] ?? 0;
  const waves = Array.from({ length: 7 }, (_, i) => ({
    count: Math.round((2 + i * 2.7) * (1 + layer * 0.4)) + 1,
    phase: random(seed, layer * 10 + i) * 2 * Math.PI,
    size: (2.6 - layer * 0.3) / (1 + i * 0.8),
  }));
  return Float64Array.from({ length: width }, (_, column) => {
    const angle = ((column / width) * across * Math.PI) / 180;
    return waves.reduce((sum, { count, phase, size }) => sum + size * Math.sin(count * angle + phase), base);
  });
}

function skyColour(
  mood: Mood,
  elevation: number,
  azimuth: number,
  [sunAzimuth, sunElevation]: readonly [number, number],
): Colour {
  const sky = blend(mood.horizon, mood.zenith, Math.min(1, Math.max(0, elevation) / 60) ** 0.7);
  const turn = Math.abs(((azimuth - sunAzimuth + 540) % 360) - 180);
  const distance = Math.hypot(turn, elevation - sunElevation);
  return blend(sky, mood.sun, distance < 1.6 ? 1 : 0.75 * Math.exp(-distance / 9));
}

/** Blends towards the air's colour with distance, and towards the ground's colour downwards. */
function ridgeColour(mood: Mood, layer: number, elevation: number): Colour {
  const ridge = blend(mood.near, mood.horizon, (layer / LAYERS) * 0.85);
  return elevation > -10 ? ridge : blend(ridge, mood.ground, 0.6 * Math.min(1, (-10 - elevation) / 50));
}

function blend(from: Colour, to: Colour, share: number): Colour {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
}

/** Deterministic, from 0 to 1. */
function random(seed: number, index: number): number {
  const wave = Math.sin(seed * 127.1 + index * 311.7) * 43_758.545_3;
  return wave - Math.floor(wave);
}

function fail(): never {
  throw new Error('Unknown mood');
}
