import { useEffect, useState } from 'react';
import { inTime } from '#app/components/page/in-time.ts';
import type { MessageKey } from '#app/i18n/catalogues.ts';
import { useLabels } from '../labels.ts';
import { YesNo } from '../value.tsx';
import { Facts, Panel } from './panel.tsx';

const VR_MS = 3_000;

type Capability = { name: MessageKey<'admin'>; isThere: boolean };

/** Lists which of the features used by calls this browser has. */
export function BrowserPanel() {
  const { t } = useLabels();
  const [found, setFound] = useState<Capability[] | null>(null);
  useEffect(() => {
    capabilities().then(setFound, () => setFound([]));
  }, []);
  return (
    <Panel title={t('testing.browser')}>
      {found === null ? (
        <p className="text-muted">{t('testing.browserWait')}</p>
      ) : (
        <Facts
          facts={found.map(({ name, isThere }) => [
            t(name),
            <YesNo key={name} value={isThere} yes={t('testing.there')} no={t('testing.missing')} />,
          ])}
        />
      )}
    </Panel>
  );
}

async function capabilities(): Promise<Capability[]> {
  return [
    { name: 'testing.secure', isThere: window.isSecureContext },
    { name: 'testing.camera', isThere: 'mediaDevices' in navigator },
    { name: 'testing.webrtc', isThere: 'RTCPeerConnection' in window },
    { name: 'testing.worker', isThere: 'Worker' in window && 'WebSocket' in window },
    { name: 'testing.webgl', isThere: hasWebGl() },
    { name: 'testing.frames', isThere: 'MediaStreamTrackProcessor' in window },
    { name: 'testing.vr', isThere: await isVrThere() },
    { name: 'testing.wakeLock', isThere: 'wakeLock' in navigator },
  ];
}

/** No, if the browser does not answer in time. */
async function isVrThere(): Promise<boolean> {
  const asked = navigator.xr?.isSessionSupported('immersive-vr') ?? Promise.resolve(false);
  return inTime(asked, VR_MS, () => new Error('The browser does not answer')).catch(() => false);
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers limit the number of WebGL contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
