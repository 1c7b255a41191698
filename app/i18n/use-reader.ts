import { useRouteLoaderData } from '@remix-run/react';
import type { Language } from './languages.ts';
import { useLanguage } from './locale.tsx';
import type { Reader } from './reader.ts';

/** The part of the root's data that says how the browser's region writes times. */
export type ReaderData = { twelveHours: Language[] };

/** For whom the page's times are written. The server decides it, so that both sides render the same. */
export function useReader(): Reader {
  const language = useLanguage();
  const root = useRouteLoaderData<() => Promise<ReaderData>>('root');
  return root?.twelveHours.includes(language) ? `${language}-12` : language;
}
