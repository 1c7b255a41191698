import { useLocation, useNavigate } from '@remix-run/react';
import { loadCatalogues } from '#app/i18n/catalogues.ts';
import { inLanguage, type Language } from '#app/i18n/languages.ts';

/**
 * Changes the page's language in place, while a call goes on, and stores the choice. The address's fragment stays: it holds
 * the invitation's secret.
 */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return async (language) => {
    // If it cannot be stored, it applies to this page only.
    void store(language).catch(() => {});
    // Otherwise the room would be hidden until its texts are there.
    await loadCatalogues(language, ['common', 'call', 'errors']);
    navigate(
      { pathname: inLanguage(pathname, language), search, hash },
      { replace: true, preventScrollReset: true },
    );
  };
}

/** Without following the answer, which leads to a page in that language. */
async function store(language: Language): Promise<void> {
  const body = new URLSearchParams({ language, page: '/' });
  await fetch('/language', { method: 'POST', body, redirect: 'manual' });
}
