import { expect, type Page } from '@playwright/test';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for icons and lines. */
const TEXT = 4.5;
const GRAPHIC = 3;

/**
 * Fails if something over a call's picture cannot be told apart on some picture: white, black, or any colour in
 * between. Nothing is rendered for this: each text's and icon's colour is compared with its backgrounds blended over
 * both extremes. A line directly on the picture needs a light and a dark tone, one of which stands out anywhere.
 */
export async function expectContrastOnAnyPicture(page: Page): Promise<void> {
  expect(await page.evaluate(lowContrasts, { TEXT, GRAPHIC })).toEqual([]);
}

/** Runs in the page. */
function lowContrasts({ TEXT, GRAPHIC }: { TEXT: number; GRAPHIC: number }): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const room = document.querySelector('[data-room]');
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!room || !context) return [];

  const read = (text: string): Colour => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = ([r, g, b, alpha]: Colour, [red, green, blue]: Colour): Colour => {
    const mix = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha);
    return [mix(r, red), mix(g, green), mix(b, blue), 1];
  };
  // https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  const luminance = ([red, green, blue]: Colour) => {
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const pictures = [...document.querySelectorAll('video, canvas')].filter(isSeen);
  const isExempt = (element: Element) =>
    element.closest(':disabled, [aria-disabled="true"], .sr-only') !== null;

  /** Beside a preview, as before a call, nothing is over it. */
  const isOver = (element: Element, picture: Element) => {
    const [one, other] = [element, picture].map((each) => each.getBoundingClientRect());
    if (!one || !other) return false;
    const { left, right, top, bottom } = other;
    return one.left < right && one.right > left && one.top < bottom && one.bottom > top;
  };

  /** The colours behind an element's content on a white and on a black picture; null directly on the picture. */
  const behind = (element: Element): { white: Colour; black: Colour } | null => {
    const layers: Colour[] = [];
    const under = pictures.filter((picture) => isOver(element, picture));
    for (let at: Element | null = element; at && room.contains(at); at = at.parentElement) {
      // Elements behind a picture are not visible.
      if (under.some((picture) => at?.contains(picture))) break;
      const colour = read(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.unshift(colour);
      if (colour[3] === 1) break;
    }
    if (layers.length === 0) return null;
    const on = (picture: Colour) => layers.reduce((below, layer) => over(layer, below), picture);
    return { white: on([255, 255, 255, 1]), black: on([0, 0, 0, 1]) };
  };
  /** The least contrast of a colour with its possible backgrounds. */
  const leastOn = (colour: Colour, ground: { white: Colour; black: Colour }) => {
    const [high, low] = [ground.white, ground.black].map((below) => luminance(below));
    const [onHigh, onLow] = [ground.white, ground.black].map((below) => luminance(over(colour, below)));
    if (high === undefined || low === undefined || onHigh === undefined || onLow === undefined) return 0;
    // Some picture has the colour itself as background.
    if (onHigh < high !== onLow < low) return 1;
    return Math.min(ratio(onHigh, high), ratio(onLow, low));
  };
  /** The contrast of the better one of a light and a dark tone side by side, on the worst picture. */
  const leastOfTones = (tones: readonly Colour[]) => {
    const solid = tones.filter(([, , , alpha]) => alpha > 0.9).map(luminance);
    return solid.length === 0 ? 1 : Math.sqrt(ratio(Math.max(...solid), Math.min(...solid)));
  };
  const shapesOf = (svg: Element) =>
    [...svg.querySelectorAll('path, circle, line, polyline, polygon, rect, ellipse')].filter(isSeen);
  const tonesOf = (shape: Element) => {
    const { fill, stroke, strokeWidth, fillOpacity, strokeOpacity } = getComputedStyle(shape);
    const faded = (paint: string, opacity: string): Colour[] => {
      if (paint === 'none') return [];
      const [red, green, blue, alpha] = read(paint);
      return [[red, green, blue, alpha * Number(opacity)]];
    };
    return [
      ...faded(fill, fillOpacity),
      ...(Number.parseFloat(strokeWidth) > 0 ? faded(stroke, strokeOpacity) : []),
    ];
  };

  const low: string[] = [];
  const report = (element: Element, contrast: number, least: number) => {
    if (contrast < least) low.push(`${contrast.toFixed(2)} < ${least}: ${element.outerHTML.slice(0, 200)}`);
  };
  for (const element of room.querySelectorAll('*')) {
    if (!isSeen(element) || isExempt(element)) continue;
    if (element.closest('svg') && element.tagName !== 'svg') continue;
    const ground = behind(element);
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (hasText) report(element, ground ? leastOn(read(style.color), ground) : 1, TEXT);
    if (element.tagName === 'svg') {
      const tones = shapesOf(element).flatMap(tonesOf);
      if (tones.length === 0) continue;
      // An icon with several tones needs one that stands out; directly on the picture it needs two.
      const best = ground ? Math.max(...tones.map((tone) => leastOn(tone, ground))) : leastOfTones(tones);
      report(element, best, GRAPHIC);
    }
    const isRing = element.childElementCount === 0 && Number.parseFloat(style.borderTopWidth) > 0;
    if (isRing && element.tagName !== 'svg' && element.parentElement && !behind(element.parentElement)) {
      const outlined = style.outlineStyle === 'none' ? [] : [style.outlineColor];
      // A shadow without blur is a line, too.
      const lines = [...style.boxShadow.matchAll(/([a-z]+\([^)]*\)) 0px 0px 0px [1-9]/g)].map(
        ([, colour]) => colour ?? '',
      );
      report(element, leastOfTones([style.borderTopColor, ...outlined, ...lines].map(read)), GRAPHIC);
    }
  }
  return low;
}
