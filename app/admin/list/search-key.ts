import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Elements in which `/` types a character. */
const TEXTS = 'input, textarea, select, [contenteditable]';

const search = () => document.querySelector<HTMLElement>('main [role=search] input[type=search]');

/** Marks the link from a row's page to its list. */
export const TO_LIST = { 'data-to-list': '' } as const;

/**
 * Makes `/` focus the page's search field, wherever the focus is; on a row's page, it opens the list and its search
 * field.
 */
export function useSearchKey(): void {
  const { pathname } = useLocation();
  /** Path of the list being opened, whose search field is to get the focus. */
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    // After the frame has moved the focus to the new page's content.
    if (wanted.current === pathname) queueMicrotask(() => search()?.focus());
    wanted.current = null;
  }, [pathname]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TEXTS)) return;
      const input = search();
      const list = document.querySelector<HTMLAnchorElement>('main [data-to-list]');
      if (input) input.focus();
      else if (list) {
        wanted.current = list.pathname;
        list.click();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
