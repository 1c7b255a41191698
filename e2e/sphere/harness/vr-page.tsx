import { Globe } from 'lucide-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { VrViewProps } from '#app/sphere/vr/vr-scene.tsx';
import { VrView } from '#app/sphere/vr/vr-view.tsx';

export type VrShown = Pick<VrViewProps, 'picture' | 'mode'> &
  Partial<Pick<VrViewProps, 'off' | 'notices' | 'mark'>>;

/** Shows a playing video in a headset, with a panel of six buttons that report presses; the lower two can be held. */
export async function enterVr(
  given: Pick<VrViewProps, 'source' | 'look' | 'meter' | 'onError'>,
): Promise<{ show(view: VrShown): void; pressed: string[] }> {
  if (!navigator.xr) throw new Error('There is no WebXR');
  const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures: ['hand-tracking'] });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  session.addEventListener('end', () => root.unmount());
  const pressed: string[] = [];
  const buttons = ['first', 'second', 'recentre', 'last'].map((id) => ({
    id,
    icon: Globe,
    label: id,
    onPress: ({ recentre }: { recentre(): void }) => {
      pressed.push(id);
      if (id === 'recentre') recentre();
    },
  }));
  const held = ['hold', 'hold too'].map((id) => ({
    id,
    icon: Globe,
    label: id,
    onHold: (isHeld: boolean) => {
      pressed.push(`${id} ${isHeld ? 'down' : 'up'}`);
    },
  }));
  const show = ({ off = false, notices = [], mark = null, ...view }: VrShown) =>
    root.render(
      // As the site's pages in development.
      <StrictMode>
        <VrView
          {...given}
          {...view}
          session={session}
          expectedHeight={960}
          off={off}
          notices={notices}
          mark={mark}
          rows={[buttons, held]}
          hints={{ pointer: 'Select anywhere else', gaze: 'Keep looking' }}
        />
      </StrictMode>,
    );
  return { show, pressed };
}
