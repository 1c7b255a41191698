import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useWantedPart } from '#app/components/page/wanted-part.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import { scanStore, setScanning } from './scan-store.ts';

const load = () => import('./scanner.tsx');

/** Control by a single switch, while it is on. */
export function Scanning() {
  const { t } = useTranslation('call');
  const on = useStore(scanStore, (state) => state.on);
  const { Part: Scanner, failed } = useWantedPart(load, on);
  useEffect(() => {
    if (!failed) return;
    setScanning(false);
    notify(t('pad.failed'));
  }, [failed, t]);
  return Scanner && <Scanner />;
}
