import { useId } from 'react';
import { useStore } from 'zustand';
import { Alert } from '#app/components/ui/alert.tsx';
import { useLanguage } from '#app/i18n/locale.tsx';
import { formatTenths } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { deviceStore } from '../devices/device-store.ts';
import { type CallState, cameraLag, isOutOfOrder } from '../state/call-state.ts';
import { CopyButton } from './copy-button.tsx';
import { copy } from './invitation.ts';
import { PullCamera } from './pull-camera.tsx';
import { QrCode } from './qr-code.tsx';

const megabits = (quality: 'HIGH' | 'MEDIUM') => videoTarget(quality, 'equirectangular').bitrate / 1_000_000;

/** How a program (OBS, a camera's app) sends this host's camera, and whether its picture has come. */
export function StreamPanel({ call: { ingest, channel } }: { call: CallState }) {
  const { t } = useTranslation('call');
  const language = useLanguage();
  const heading = useId();
  const hasPicture = useStore(deviceStore, ({ video }) => video !== null);
  const lag = cameraLag({ channel });
  if (!ingest) return null;
  const rates = { high: megabits('HIGH'), medium: megabits('MEDIUM') };
  return (
    <section aria-labelledby={heading} className="grid gap-3 rounded-lg border border-line p-4">
      <h3 id={heading} className="font-semibold">
        {t('stream.title')}
      </h3>
      <div role="status">
        {isOutOfOrder({ channel }) ? (
          <Alert tone="error">{t('stream.outOfOrder')}</Alert>
        ) : lag > 0 ? (
          <Alert tone="error">{t('stream.late', { seconds: formatTenths(lag, language) })}</Alert>
        ) : (
          <p className="text-sm text-muted">{t(hasPicture ? 'stream.here' : 'stream.waiting')}</p>
        )}
      </div>
      <Value label={t('stream.whip')} value={ingest.whip} />
      {ingest.rtmp && <Value label={t('stream.rtmp')} value={ingest.rtmp} />}
      <Value label={t('stream.key')} value={ingest.key} />
      {ingest.pull && (
        <details className="text-sm">
          <summary className="cursor-pointer">{t('stream.pull.title')}</summary>
          <PullCamera roomKey={ingest.key} />
        </details>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer">{t('stream.settings')}</summary>
        <ul className="grid list-disc gap-1 pt-2 pl-5">
          <li>{t('stream.obs')}</li>
          {ingest.rtmp && <li>{t('stream.app')}</li>}
          <li>{t('stream.video', rates)}</li>
          <li>{t('stream.sound')}</li>
          <li>{t('stream.cannot')}</li>
        </ul>
      </details>
    </section>
  );
}

/** A value to type or scan into a program. */
function Value({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('call');
  const name = useId();
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-3">
      <div className="grid gap-1">
        <span id={name} className="text-sm text-muted">
          {label}
        </span>
        <output aria-labelledby={name} className="text-sm break-all select-all">
          {value}
        </output>
        <details className="text-sm">
          <summary className="cursor-pointer">{t('stream.qr')}</summary>
          <QrCode text={value} label={t('stream.qrOf', { name: label })} />
        </details>
      </div>
      <CopyButton act={() => copy(value)} confirmation={() => t('stream.copied')} variant="secondary">
        {t('stream.copy')} <span className="sr-only">{label}</span>
      </CopyButton>
    </div>
  );
}
