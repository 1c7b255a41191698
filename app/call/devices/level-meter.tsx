import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { levelReader } from './level-reader.ts';

/** The shown range, in dB of full scale (RMS). */
const RANGE_DB = { min: -70, max: 0 } as const;
/** Louder than a quiet room at a usual microphone. */
const HEARD_DB = -50;

type Hearing = 'waiting' | 'silent' | 'heard';

/** Level of the microphone before a call, and whether it has heard anything. */
export function LevelMeter({ track }: { track: MediaStreamTrack }) {
  const { t } = useTranslation('call');
  const meter = useRef<HTMLMeterElement>(null);
  const [hearing, setHearing] = useState<Hearing>('waiting');

  useEffect(() => {
    const context = new AudioContext();
    const read = levelReader(track, context);
    if (!read) return void context.close();
    let known: Hearing = 'waiting';
    const learn = (now: Hearing) => {
      if (known === now || known === 'heard') return;
      known = now;
      setHearing(now);
    };
    let frame = 0;
    const show = () => {
      frame = requestAnimationFrame(show);
      if (context.state !== 'running') return;
      // Digital silence would be -Infinity.
      const level = Math.max(RANGE_DB.min, read());
      // Without React, which would render at each frame.
      if (meter.current) meter.current.value = level;
      learn(level > HEARD_DB ? 'heard' : 'silent');
    };
    show();
    // Browsers may start the clock only once the person has touched the page.
    const resume = () => void context.resume();
    window.addEventListener('pointerdown', resume);
    window.addEventListener('keydown', resume);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointerdown', resume);
      window.removeEventListener('keydown', resume);
      setHearing('waiting');
      void context.close();
    };
  }, [track]);

  return (
    <div className="grid gap-1">
      <meter ref={meter} aria-label={t('check.level')} {...RANGE_DB} className="h-3 w-full" />
      <p role="status" className="min-h-5 text-sm text-muted">
        {hearing !== 'waiting' && t(`green.${hearing}`)}
      </p>
    </div>
  );
}
