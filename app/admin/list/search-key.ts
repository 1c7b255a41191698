import { useEffect } from 'react';

/** In which `/` is a character. */
const TEXTS = 'input, textarea, select, [contenteditable]';

/** `/` leads to the page's search, wherever the focus is. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TEXTS)) return;
      const search = document.querySelector<HTMLElement>('main [role=search] input[type=search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
