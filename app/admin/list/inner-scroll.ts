import { useLocation, useNavigationType } from '@remix-run/react';
import { type RefObject, useLayoutEffect } from 'react';

/** Scroll position within the table of each history entry: Remix restores only the window's position. */
const places = new Map<string, [left: number, top: number]>();

/** Restores the scroll position within a table on going back to it. */
export function useInnerScroll(table: RefObject<HTMLElement>): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const { current } = table;
    const [left, top] = places.get(key) ?? [0, 0];
    if (type === 'POP') current?.scrollTo(left, top);
    const note = () => {
      if (current) places.set(key, [current.scrollLeft, current.scrollTop]);
    };
    current?.addEventListener('scroll', note, { passive: true });
    return () => current?.removeEventListener('scroll', note);
  }, [table, key, type]);
}
