import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type Colour, PATCHES } from '../../film/patches.ts';

/** The average colour of a few pixels around a point of the window, from a screenshot. */
export async function colourAt(page: Page, x: number, y: number): Promise<Colour> {
  const side = 8;
  const png = await page.screenshot({
    clip: { x: x - side / 2, y: y - side / 2, width: side, height: side },
  });
  const { channels } = await sharp(png).stats();
  const mean = (index: number) => channels[index]?.mean ?? 0;
  return [mean(0), mean(1), mean(2)];
}

/** The colour at the centre of the window. */
export async function colourInTheMiddle(page: Page): Promise<Colour> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return colourAt(page, width / 2, height / 2);
}

/** Patches differ by at least 120; coding and scaling change a colour by far less than this. */
const NEAR = 50;

/** The name of the film's patch with this colour, or the colour itself. */
export function patchOf(colour: Colour): string {
  const distance = (other: Colour) => Math.hypot(...colour.map((value, at) => value - (other[at] ?? 0)));
  const near = PATCHES.find((patch) => distance(patch.colour) < NEAR);
  return near ? near.name : `rgb(${colour.map(Math.round).join(' ')})`;
}

/** The patch around a point of a picture, given as fractions of its width and height. */
export async function patchAt(file: string, right: number, down: number): Promise<string> {
  const picture = sharp(file);
  const { width, height } = await picture.metadata();
  const [left, top] = [Math.round(width * right) - 4, Math.round(height * down) - 4];
  const part = await picture.extract({ left, top, width: 8, height: 8 }).png().toBuffer();
  const { channels } = await sharp(part).stats();
  const mean = (index: number) => channels[index]?.mean ?? 0;
  return patchOf([mean(0), mean(1), mean(2)]);
}

/** A screenshot of the window, to detect changes. */
export async function pictureOf(page: Page): Promise<string> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const clip = { x: width * 0.3, y: height * 0.3, width: width * 0.4, height: height * 0.4 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.toString('base64');
}

/** The maximum sample within about a second of the call's audio on a page, 0 to 1. */
export function soundLevel(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const stream = document.querySelector('audio')?.srcObject;
    if (!(stream instanceof MediaStream)) return 0;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    for (let round = 0; round < 40; round++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      analyser.getFloatTimeDomainData(samples);
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
    }
    await context.close();
    return loudest;
  });
}

/** The number of channels of the call's audio on a page, as decoded; null while there is none. */
export function soundChannels(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const stream = document.querySelector('audio')?.srcObject;
    const [track] = stream instanceof MediaStream ? stream.getAudioTracks() : [];
    const Processor = globalThis.MediaStreamTrackProcessor;
    if (track?.readyState !== 'live' || !Processor) return null;
    // Without cloning, Web Audio would upmix one channel to two.
    const copy = track.clone();
    const reader = new Processor({ track: copy, maxBufferSize: 1 }).readable.getReader();
    const { value: data }: { value?: unknown } = await reader.read();
    copy.stop();
    if (!(data instanceof AudioData)) return null;
    const { numberOfChannels } = data;
    data.close();
    return numberOfChannels;
  });
}
