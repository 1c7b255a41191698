/**
 * Makes the pages' fonts in `app/styles/inter` from Inter: only the weights and the OpenType features that the style
 * sheets use, about half the bytes. Run it after an upgrade of Inter: `node scripts/make-fonts.ts`.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const INTER = import.meta.resolve('@fontsource-variable/inter/package.json');
const FOLDER = 'app/styles/inter';
/** Kerning, digits of one width, and what accents need. Without Inter's arrows, fractions and alternative letters. */
const FEATURES = ['kern', 'tnum', 'mark', 'mkmk', 'ccmp', 'locl'];

for (const script of ['latin', 'latin-ext']) {
  const whole = await readFile(new URL(`./files/inter-${script}-wght-normal.woff2`, INTER));
  const font = await subsetFont(whole, undefined, {
    targetFormat: 'woff2',
    keepAllGlyphs: true,
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: 400, max: 600 } },
  });
  await writeFile(`${FOLDER}/${script}.woff2`, font);
  console.log(`${script}: ${whole.length} → ${font.length} bytes`);
}
await copyFile(new URL('./LICENSE', INTER), `${FOLDER}/LICENSE`);
