import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { pageGroups, pressControl } from './page-controls.ts';
import { type Place, Scan } from './scan.ts';
import { scanStore, setScanning } from './scan-store.ts';

/** Holding a pointer for this long ends scanning: for someone who started it by mistake and has no Escape key. */
const HOLD_MS = 3_000;
/** Other events caused by pressing a pointer. */
const FOLLOWING = [
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'touchstart',
  'touchend',
  'contextmenu',
] as const;

/**
 * Scans the page's controls, and takes Space, Enter and any pointer as the switch.
 * @returns the highlighted place
 */
export function useScan(): Place<HTMLElement> | null {
  const [place, setPlace] = useState<Place<HTMLElement> | null>(null);
  const intervalMs = useStore(scanStore, (state) => state.intervalMs);
  const [scan] = useState(
    () => new Scan({ read: pageGroups, show: setPlace, press: pressControl }, intervalMs),
  );
  scan.setInterval(intervalMs);
  useEffect(() => {
    const onVisibility = () => (document.hidden ? scan.pause() : scan.start());
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      scan.stop();
    };
  }, [scan]);
  useEffect(() => listenToSwitch(() => scan.choose()), [scan]);
  useEffect(() => {
    const element = place?.item ?? place?.group;
    if (!element) return;
    element.dataset.scanned = place?.item ? 'control' : 'group';
    element.scrollIntoView({ block: 'nearest' });
    return () => {
      delete element.dataset.scanned;
    };
  }, [place]);
  return place;
}

/** Listens before anything else on the page. Ignores events that scanning itself causes. */
function listenToSwitch(onUse: () => void): () => void {
  const controller = new AbortController();
  const options = { capture: true, passive: false, signal: controller.signal };
  let downAt: number | null = null;
  const take = (event: Event) => {
    if (!event.isTrusted) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    return true;
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, type, repeat, altKey, ctrlKey, metaKey } = event;
    if (event.isTrusted && type === 'keydown' && key === 'Escape') return setScanning(false);
    if ((key !== ' ' && key !== 'Enter') || altKey || ctrlKey || metaKey || !take(event)) return;
    if (type === 'keydown' && !repeat) onUse();
  };
  const onPointer = (event: PointerEvent) => {
    if (!event.isPrimary || !take(event)) return;
    if (event.type === 'pointerdown') downAt = event.timeStamp;
    else if (event.type === 'pointerup' && downAt !== null) {
      // After the click that follows, which would press what is under the pointer.
      if (event.timeStamp - downAt >= HOLD_MS) setTimeout(() => setScanning(false));
      else onUse();
    }
    if (event.type !== 'pointerdown') downAt = null;
  };
  for (const name of ['keydown', 'keyup'] as const) window.addEventListener(name, onKey, options);
  for (const name of ['pointerdown', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(name, onPointer, options);
  for (const name of FOLLOWING) window.addEventListener(name, take, options);
  return () => controller.abort();
}
