import { CanvasTexture, SRGBColorSpace } from 'three';

/** The colours `ink`, `paper` and `horizon`. */
const INK = '#0b1016';
const PAPER = '#f6f7f9';
const HORIZON = '#ff6b4a';
/** Pixels per metre: about 45 per degree at slightly more than a metre, more than headsets have. */
const SHARPNESS = 2200;
const PADDING = 32;

type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** Texts and pictures in a scene. The page's font is already loaded. */
export type Sign = {
  texture: CanvasTexture;
  /** In metres. */
  width: number;
  height: number;
};

function createSign(width: number, height: number, draw: Draw): Sign {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no 2D canvas');
  draw(context, width, height);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return { texture, width: width / SHARPNESS, height: height / SHARPNESS };
}

export type ButtonFace = {
  icon: CanvasImageSource | null;
  label: string;
  pressed: boolean;
  pointedAt: boolean;
  /** Acts on the other person. */
  directs: boolean;
};

/** In pixels. */
const BUTTON = { width: 264, height: 232, icon: 92, font: 40, radius: 40 };

/** A button with an icon above its label; white while pressed, and framed if it directs, as in the page's controls. */
export function buttonSign({ icon, label, pressed, pointedAt, directs }: ButtonFace): Sign {
  return createSign(BUTTON.width, BUTTON.height, (context, width, height) => {
    context.fillStyle = pressed ? PAPER : INK;
    context.globalAlpha = pointedAt || pressed ? 1 : 0.8;
    context.beginPath();
    context.roundRect(4, 4, width - 8, height - 8, BUTTON.radius);
    context.fill();
    context.globalAlpha = pointedAt || directs ? 1 : 0.3;
    context.lineWidth = pointedAt || directs ? 8 : 3;
    context.strokeStyle = directs && !pointedAt ? HORIZON : pressed ? INK : PAPER;
    context.stroke();
    context.globalAlpha = 1;
    if (icon) context.drawImage(icon, (width - BUTTON.icon) / 2, 40, BUTTON.icon, BUTTON.icon);
    context.fillStyle = pressed ? INK : PAPER;
    write(context, BUTTON.font, [label], width / 2, 156, width - 24);
  });
}

/** The colour `horizon-500`. */
const LINE = '#ff6b4a';
/** In pixels. */
const ARROW = { size: 280, border: 10, stroke: 26, half: 70, head: 52 };

/** An arrow to the right on a disc, as the page's. */
export function arrowSign(): Sign {
  const { size, border, stroke, half, head } = ARROW;
  return createSign(size, size, (context) => {
    context.translate(size / 2, size / 2);
    context.fillStyle = INK;
    context.strokeStyle = PAPER;
    context.lineWidth = border;
    context.beginPath();
    context.arc(0, 0, (size - border) / 2, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.strokeStyle = LINE;
    context.lineWidth = stroke;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.stroke(
      new Path2D(`M${-half} 0H${half}M${half - head} ${-head}L${half} 0L${half - head} ${head}`),
    );
  });
}

const NOTICE = { width: 1100, font: 50, line: 66 };

/** A card with texts, one below the other. */
export function noticeSign(texts: readonly string[]): Sign {
  const lines = texts.flatMap((text) => wrap(text, NOTICE.width - 2 * PADDING, measure(NOTICE.font)));
  const height = lines.length * NOTICE.line + 2 * PADDING;
  return createSign(NOTICE.width, height, (context, width) => {
    context.fillStyle = INK;
    context.globalAlpha = 0.9;
    context.beginPath();
    context.roundRect(0, 0, width, height, BUTTON.radius);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = PAPER;
    write(context, NOTICE.font, lines, width / 2, PADDING, width, NOTICE.line);
  });
}

function fontOf(size: number): string {
  return `500 ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

/** Writes centred lines; narrows those wider than `most`. */
function write(
  context: CanvasRenderingContext2D,
  size: number,
  lines: readonly string[],
  x: number,
  y: number,
  most: number,
  lineHeight = size,
): void {
  context.font = fontOf(size);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  lines.forEach((line, index) => {
    context.fillText(line, x, y + index * lineHeight, most);
  });
}

function measure(size: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = fontOf(size);
  return (text) => context?.measureText(text).width ?? 0;
}

/** Breaks a text into lines no wider than `most`; a longer word gets its own line. */
export function wrap(text: string, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
