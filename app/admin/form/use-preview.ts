import { useEffect, useRef, useState } from 'react';

/** Pause after the last input before the preview is updated. */
const PAUSE_MS = 300;

/**
 * Live preview of Markdown, rendered by the server.
 * @param initial HTML shown first
 */
export function usePreview(initial: string) {
  const [preview, setPreview] = useState({ html: initial, failed: false });
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  const asking = useRef<AbortController>();
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      asking.current?.abort();
    },
    [],
  );
  const ask = async (markdown: string) => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    try {
      const { signal } = controller;
      const answer = await fetch('/admin/preview', { method: 'POST', body: markdown, signal });
      const html = await answer.text();
      setPreview((last) => (answer.ok ? { html, failed: false } : { ...last, failed: true }));
    } catch {
      if (!controller.signal.aborted) setPreview((last) => ({ ...last, failed: true }));
    }
  };
  return {
    ...preview,
    update(markdown: string): void {
      clearTimeout(waiting.current);
      waiting.current = setTimeout(() => void ask(markdown), PAUSE_MS);
    },
  };
}
