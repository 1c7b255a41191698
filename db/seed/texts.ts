import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LANGUAGES = { en: 'ENGLISH', es: 'SPANISH' } as const;

export type Text = {
  /** The name of the file. */
  name: string;
  language: (typeof LANGUAGES)[keyof typeof LANGUAGES];
  title: string;
  /** The block quote under the title; empty if there is none. */
  summary: string;
  /** Markdown. */
  body: string;
};

const SHAPE = /^# (?<title>[^\n]+)\n\n(?:> (?<summary>[^\n]+)\n\n)?(?<body>.+)$/s;

/**
 * Reads the Markdown files of `folder/en` and `folder/es`, sorted by name.
 * @param folder relative to this file
 */
export async function readTexts(folder: string): Promise<Text[]> {
  const root = fileURLToPath(new URL(`./${folder}`, import.meta.url));
  const texts = await Promise.all([readFolder(root, 'en'), readFolder(root, 'es')]);
  return texts.flat();
}

async function readFolder(root: string, code: keyof typeof LANGUAGES): Promise<Text[]> {
  const files = (await readdir(join(root, code))).sort();
  return Promise.all(
    files.map(async (file) => {
      const { title, summary, body } =
        SHAPE.exec(await readFile(join(root, code, file), 'utf8'))?.groups ?? {};
      if (!title || !body) throw new Error(`${file} lacks a title or a body`);
      const name = file.replace(/\.md$/, '');
      return { name, language: LANGUAGES[code], title, summary: summary ?? '', body: body.trim() };
    }),
  );
}
