import { BLOCK, DETAILED, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import type { Direction } from '#app/sphere/look/look-store.ts';
import type { SpherePicture } from '#app/sphere/picture.ts';
import { Locator, Region } from '#app/sphere/software/locator.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { Place } from './crop.ts';

/** Where a viewer looks, and how fast that changes, in degrees and degrees a second. */
export type Aimed = { look: Direction; speed: Direction };

/** The rectangle is ahead of a turn by this time, in seconds, and at most by these degrees. */
const [LEAD_SECONDS, LEAD_DEGREES] = [0.1, 25];

const AHEAD: Aimed = { look: { yaw: 0, pitch: 0 }, speed: { yaw: 0, pitch: 0 } };
const ANY_PICTURE: SpherePicture = {
  ...{ projection: 'equirectangular', stereo: 'mono', heading: 0, pitch: 0, roll: 0 },
  lenses: USUAL_LENSES,
};

/** Chooses where the rectangle is: its middle is where the viewer looks, whatever the projection. */
export class Aim {
  #picture = ANY_PICTURE;
  #aimed = AHEAD;
  /** In pixels of the picture; null before the first. */
  #middle: { x: number; y: number } | null = null;
  #place: Place = { x: 0, y: 0 };
  /** Whether `#place` may no longer be right. */
  #isStale = true;

  setPicture(picture: SpherePicture): void {
    this.#picture = picture;
    this.#isStale = true;
  }

  look(aimed: Aimed): void {
    this.#aimed = aimed;
    this.#isStale = true;
  }

  get place(): Place {
    if (this.#isStale) this.#follow();
    this.#isStale = false;
    return this.#place;
  }

  #follow(): void {
    const { look, speed } = this.#aimed;
    const yaw = look.yaw + leadOf(speed.yaw);
    const pitch = Math.min(90, Math.max(-90, look.pitch + leadOf(speed.pitch)));
    const locator = new Locator(
      {
        ...{ mode: 'spherical', picture: this.#picture, width: 1, height: 1, aspect: 1 },
        look: { yaw, pitch, roll: 0, fov: 1 },
      },
      { ...DETAILED, turn: { rotation: 0, flip: false } },
    );
    if (locator.locate(0, 0) === Region.OUTSIDE) return;
    const { x, y, wraps } = locator;
    const before = this.#middle;
    // Not for less than a block, as a look is never quite still.
    if (before && Math.abs(x - before.x) <= BLOCK && Math.abs(y - before.y) <= BLOCK) return;
    this.#middle = { x, y };
    const left = snap(x - RECTANGLE.width / 2);
    const isEndless = wraps === 'x';
    this.#place = {
      x: isEndless
        ? (left + DETAILED.width) % DETAILED.width
        : within(left, DETAILED.width - RECTANGLE.width),
      y: within(snap(y - RECTANGLE.height / 2), DETAILED.height - RECTANGLE.height),
    };
  }
}

const leadOf = (speed: number) => Math.min(LEAD_DEGREES, Math.max(-LEAD_DEGREES, speed * LEAD_SECONDS));
const snap = (pixels: number) => BLOCK * Math.round(pixels / BLOCK);
const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
