import { useMemo } from 'react';
import { loadCatalogue, loadedCatalogue, type Namespace } from './catalogues.ts';
import type { Language } from './languages.ts';
import { useLanguage } from './locale.tsx';
import { type Translate, translator } from './translate.ts';

const failures = new Map<string, unknown>();

/**
 * Texts of a namespace in the page's language. A page lists its namespaces in its `handle`, so that they are loaded
 * before it renders; otherwise (e.g. in a dialog loaded later) rendering suspends.
 */
export function useTranslation<N extends Namespace = 'common'>(
  namespace?: N,
): { t: Translate<N>; language: Language } {
  const language = useLanguage();
  const catalogue = catalogueOrWait(language, namespace ?? 'common');
  const t = useMemo(() => translator<N>(language, catalogue), [language, catalogue]);
  return { t, language };
}

/** As `useTranslation`, where hooks are not allowed, e.g. in a route's `meta`. */
export function translation<N extends Namespace>(language: Language, namespace: N): Translate<N> {
  return translator<N>(language, catalogueOrWait(language, namespace));
}

function catalogueOrWait(language: Language, namespace: Namespace) {
  const catalogue = loadedCatalogue(language, namespace);
  if (catalogue) return catalogue;
  const key = `${language}/${namespace}`;
  if (failures.has(key)) {
    const failure = failures.get(key);
    failures.delete(key);
    throw failure;
  }
  // React's protocol for Suspense: it renders again once the promise settles.
  throw loadCatalogue(language, namespace).catch((error) => failures.set(key, error));
}
