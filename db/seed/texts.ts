import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_TABLE, type LanguageRecord } from '#protocol/language-table.ts';
import { LANGUAGES, type Language } from '#protocol/languages.ts';

export type Text = {
  /** Name of the file. */
  name: string;
  language: LanguageRecord;
  title: string;
  /** The block quote under the title; empty if there is none. */
  summary: string;
  /** Markdown. */
  body: string;
};

const SHAPE = /^# (?<title>[^\n]+)\n\n(?:> (?<summary>[^\n]+)\n\n)?(?<body>.+)$/s;

/**
 * Reads the Markdown files of `folder/en` and so on, ordered by name.
 * @param folder beside this file
 */
export async function readTexts(folder: string): Promise<Text[]> {
  const root = fileURLToPath(new URL(`./${folder}`, import.meta.url));
  const texts = await Promise.all(LANGUAGES.map((code) => readFolder(root, code)));
  return texts.flat();
}

async function readFolder(root: string, code: Language): Promise<Text[]> {
  const files = (await readdir(join(root, code))).sort();
  return Promise.all(
    files.map(async (file) => {
      const { title, summary, body } =
        SHAPE.exec(await readFile(join(root, code, file), 'utf8'))?.groups ?? {};
      if (!title || !body) throw new Error(`${file} lacks a title or a body`);
      const name = file.replace(/\.md$/, '');
      return { name, language: LANGUAGE_TABLE[code].name, title, summary: summary ?? '', body: body.trim() };
    }),
  );
}
