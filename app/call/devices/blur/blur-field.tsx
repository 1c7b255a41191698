import { X } from 'lucide-react';
import { useId } from 'react';
import { useStore } from 'zustand';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DeviceState, deviceStore, isBlurred } from '../device-store.ts';
import { chooseBlur, isBlurSupported, retryBlur } from './blurring.ts';

/** Blurs the background of a flat camera; other cameras show a place. */
export function BlurField({ devices }: { devices: DeviceState }) {
  const { t } = useTranslation('call');
  const hintId = useId();
  if (!devices.video || devices.projection !== 'flat') return null;
  const isSupported = isBlurSupported();
  const isLoading = isBlurred(devices) && devices.blurring === 'loading';
  return (
    <div className="@md:col-span-2">
      <Checkbox
        checked={devices.blur}
        disabled={!isSupported}
        aria-describedby={hintId}
        onChange={(event) => chooseBlur(event.target.checked)}
      >
        {t('blur.label')}
      </Checkbox>
      <p id={hintId} role="status" className="text-sm text-muted empty:hidden">
        {!isSupported && t('blur.unsupported')}
        {isLoading && t('blur.loading')}
      </p>
    </div>
  );
}

/** Tells that blurring is slow or has failed. */
export function BlurNews() {
  const { t } = useTranslation('call');
  const devices = useStore(deviceStore);
  const { blurring } = devices;
  if (!isBlurred(devices) || (blurring !== 'slow' && blurring !== 'failed')) return null;
  return (
    <Alert tone={blurring === 'failed' ? 'error' : 'info'}>
      {t(`blur.${blurring}`)}
      <span className="flex flex-wrap items-center gap-2">
        {blurring === 'failed' && (
          <Button variant="secondary" onClick={retryBlur}>
            {t('devices.retry')}
          </Button>
        )}
        <Button variant="secondary" onClick={() => chooseBlur(false)}>
          {t('blur.off')}
        </Button>
        {blurring === 'slow' && (
          <IconButton
            tone="quiet"
            label={t('start.close')}
            onClick={() => deviceStore.setState({ blurring: 'good' })}
          >
            <X />
          </IconButton>
        )}
      </span>
    </Alert>
  );
}
