import { Globe } from 'lucide-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { VrViewProps } from '#app/sphere/vr/vr-scene.tsx';
import { VrView } from '#app/sphere/vr/vr-view.tsx';

export type VrShown = Pick<VrViewProps, 'picture' | 'mode'> &
  Partial<Pick<VrViewProps, 'off' | 'notices' | 'mark'>> & {
    /** Shares the video itself as a screen. */
    hasScreen?: boolean;
    /** Asks a question with this text, which two buttons answer. */
    question?: string;
  };

/** Shows a playing video in a headset, with a panel of six buttons that report presses; the lower two can be held. */
export async function enterVr(
  given: Pick<VrViewProps, 'source' | 'look' | 'meter' | 'onError'>,
): Promise<{ show(view: VrShown): void; pressed: string[] }> {
  if (!navigator.xr) throw new Error('There is no WebXR');
  const session = await navigator.xr.requestSession('immersive-vr', {
    optionalFeatures: ['hand-tracking', 'layers'],
  });
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
  const answers = ['no', 'yes'].map((id) => ({
    id,
    icon: Globe,
    label: id,
    onPress: () => void pressed.push(id),
  }));
  const show = ({ off = false, notices = [], mark = null, hasScreen, question, ...view }: VrShown) =>
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
          screen={hasScreen ? given.source : null}
          question={question ? { id: question, texts: [question], buttons: answers } : null}
          rows={[buttons, held]}
          hints={{ pointer: 'Select anywhere else', gaze: 'Keep looking' }}
        />
      </StrictMode>,
    );
  return { show, pressed };
}
