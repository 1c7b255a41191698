import { useEffect, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LookStore } from '#app/sphere/look/look-store.ts';

/** Present on devices whose user has looked around before. */
const KEY = 'panocall.looked';
/** Long enough to read it and try; it covers a part of the picture. */
const SHOWN_MS = 10_000;
/** Turning the view by this much, in degrees, shows that the hint is understood. */
const TURNED = 20;

function hasLooked(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Says how to look around and to point, at the start of each call until the view is first turned on this device. */
export function LookHint({ look }: { look: LookStore }) {
  const { t } = useTranslation('call');
  const [isNew, setNew] = useState(() => !hasLooked());
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => setNew(false), SHOWN_MS);
    const { yaw, pitch } = look.getState();
    const stop = look.subscribe((now) => {
      if (Math.abs(now.yaw - yaw) < TURNED && Math.abs(now.pitch - pitch) < TURNED) return;
      setNew(false);
      try {
        localStorage.setItem(KEY, 'yes');
      } catch {
        // Without storage, the hint is shown again in the next call.
      }
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isNew, look]);
  if (!isNew) return null;
  return (
    <p role="status" className="rounded-full bg-ink/90 px-4 py-2 text-center text-sm text-balance">
      {t(matchMedia('(pointer: coarse)').matches ? 'controls.hintTouch' : 'controls.hint')}
    </p>
  );
}
