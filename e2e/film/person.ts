import sharp from 'sharp';
import { toYuv } from './patches.ts';

/** The film's name must not contain 360, or its camera would be taken for a 360° one. */
export const PERSON_SIZE = { width: 640, height: 400 };

/** Parts of the picture, in pixels. */
export const PERSON_PLACES = {
  /** Area of the alternating squares. */
  background: { x: 24, y: 24, width: 160, height: 160 },
  eyes: { x: 284, y: 126, width: 72, height: 30 },
} as const;

/** Head and shoulders that a model trained on photographs recognises. */
const PERSON = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400">
  <defs>
    <pattern id="squares" width="16" height="16" patternUnits="userSpaceOnUse">
      <rect width="16" height="16" fill="#f4f4f0"/>
      <path d="M0 0h8v16h8v-8h-16z" fill="#202428"/>
    </pattern>
    <radialGradient id="face" gradientUnits="userSpaceOnUse" cx="305" cy="140" r="85">
      <stop stop-color="#ecbd97"/><stop offset="1" stop-color="#c08a64"/>
    </radialGradient>
    <linearGradient id="neck" gradientUnits="userSpaceOnUse" x1="285" x2="355" y1="0" y2="0">
      <stop stop-color="#b98560"/><stop offset=".5" stop-color="#d9a27c"/><stop offset="1" stop-color="#b07c58"/>
    </linearGradient>
  </defs>
  <rect width="640" height="400" fill="url(#squares)"/>
  <path d="M150 360C160 270 230 255 290 245H350C410 255 480 270 490 360V400H150Z" fill="#2f4f86"/>
  <g fill="url(#neck)"><rect x="293" y="205" width="54" height="55"/><circle cx="320" cy="252" r="27"/></g>
  <ellipse cx="320" cy="130" rx="74" ry="88" fill="#3a2618"/>
  <g fill="url(#face)">
    <ellipse cx="320" cy="155" rx="60" ry="76"/>
    <ellipse cx="258" cy="158" rx="10" ry="18"/><ellipse cx="382" cy="158" rx="10" ry="18"/>
  </g>
  <path d="M256 92a64 34 0 0 1 128 0z" fill="#3a2618"/>
  <g fill="#fff"><ellipse cx="296" cy="148" rx="11" ry="6"/><ellipse cx="344" cy="148" rx="11" ry="6"/></g>
  <g fill="#40301f"><circle cx="296" cy="148" r="5"/><circle cx="344" cy="148" r="5"/></g>
  <g fill="none" stroke="#3a2618" stroke-width="4">
    <path d="M283 134Q296 127 309 134"/><path d="M331 134Q344 127 357 134"/>
  </g>
  <path d="M318 152Q308 178 320 182" fill="none" stroke="#a8744f" stroke-width="3"/>
  <ellipse cx="320" cy="203" rx="20" ry="6" fill="#b0544f"/>
</svg>`;

/** Renders the picture as an I420 frame. */
export async function paintPerson(): Promise<Uint8Array> {
  const { width, height } = PERSON_SIZE;
  const rgb = await sharp(Buffer.from(PERSON)).removeAlpha().raw().toBuffer();
  const columns = width / 2;
  const frame = new Uint8Array((width * height * 3) / 2);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3);
    const [y, u, v] = toYuv([red, green, blue]);
    frame[pixel] = y;
    const [row, column] = [Math.floor(pixel / width), pixel % width];
    if (row % 2 === 1 || column % 2 === 1) continue;
    const chroma = width * height + (row / 2) * columns + column / 2;
    frame[chroma] = u;
    frame[chroma + (columns * height) / 2] = v;
  }
  return frame;
}
