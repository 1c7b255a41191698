import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isOverlayEntry } from '#app/components/page/use-back-closes.ts';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { HOST_REDIRECT_MS } from '#protocol/limits.ts';
import { retryRoom } from '../state/again.ts';
import { callStore } from '../state/call-store.ts';
import type { SetupState } from '../state/setup-machine.ts';
import { ChooseMode } from './choose-mode.tsx';
import { CodeEnded } from './code-ended.tsx';
import { CreateRoom } from './create-room.tsx';
import { EnterCode } from './enter-code.tsx';
import { SetupFailed } from './setup-failed.tsx';
import { RoomCode } from './share-code.tsx';

const TITLES = {
  CHANNEL_MODE_SELECT: 'start.title',
  CHANNEL_CREATE: 'create.title',
  CHANNEL_CREATED: 'code.title',
  CHANNEL_ENTER: 'enter.title',
  CHANNEL_ENTERED: 'enter.title',
  CHANNEL_FAILED: 'failed.title',
} as const satisfies Record<SetupState['name'], string>;

export function useSetupTitle(): string {
  const { t } = useTranslation('call');
  return t(TITLES[useStore(callStore, ({ setup }) => setup.name)]);
}

/** The screens before a call, one at a time; `onClose` leaves them. */
export function SetupFlow({ onClose }: { onClose(): void }) {
  const setup = useStore(callStore, (state) => state.setup);
  useGoToRoom();
  switch (setup.name) {
    case 'CHANNEL_MODE_SELECT':
      return <ChooseMode onCancel={onClose} />;
    case 'CHANNEL_CREATE':
      return <CreateRoom creating={setup.creating} />;
    case 'CHANNEL_CREATED':
      if (setup.ended) return <CodeEnded reason={setup.ended} />;
      return <CreatedRoom onClose={onClose} />;
    case 'CHANNEL_ENTER':
      return <EnterCode checking={setup.checking} error={setup.error} />;
    case 'CHANNEL_ENTERED':
      return null;
    case 'CHANNEL_FAILED':
      return <SetupFailed error={setup.error} onRetry={() => void retryRoom()} />;
  }
}

function CreatedRoom({ onClose }: { onClose(): void }) {
  const call = useStore(callStore, (state) => state.call);
  return call && <RoomCode call={call} onClose={onClose} />;
}

/**
 * Takes the guest to the room at once after a valid code, the host two seconds after someone entered. It selects as
 * little as possible, because each change interrupts React while it renders the room's page, and restarts that.
 */
function useGoToRoom(): void {
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const entered = useStore(callStore, ({ setup }) => (setup.name === 'CHANNEL_ENTERED' ? setup.code : null));
  const hosted = useStore(callStore, ({ setup, call }) =>
    // Also if the call has failed meanwhile: the room's page handles that.
    setup.name === 'CHANNEL_CREATED' && call?.channel?.seats.guest ? call.token : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path depends on nothing that changes here
  useEffect(() => {
    if (entered) navigate(localePath(`/room/guest/${entered}?skip=true`), { replace: isOverlayEntry() });
  }, [entered]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!hosted) return;
    const timer = setTimeout(
      () => navigate(localePath(`/room/host/${hosted}?skip=true`), { replace: isOverlayEntry() }),
      HOST_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [hosted]);
}
