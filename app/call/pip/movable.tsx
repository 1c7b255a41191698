import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Children in an element of their own, which fills its place and moves to another document with all that it shows: neither
 * canvas nor video begins anew.
 * @param to null: here
 */
export function Movable({ to, children }: { to: HTMLElement | null; children: ReactNode }) {
  const home = useRef<HTMLDivElement | null>(null);
  const [element] = useState(() => {
    const made = document.createElement('div');
    made.className = 'absolute inset-0';
    return made;
  });
  // Before the children look at their size, which they do in layout effects.
  const settle = useCallback(
    (place: HTMLDivElement | null) => {
      home.current = place;
      place?.append(element);
    },
    [element],
  );
  useLayoutEffect(() => {
    to?.append(element);
    return () => {
      if (to) home.current?.append(element);
    };
  }, [to, element]);
  return (
    <>
      <div ref={settle} className="contents" />
      {createPortal(children, element)}
    </>
  );
}
