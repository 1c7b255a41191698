import { useStore } from 'zustand';
import type { Fullscreen } from '#app/components/page/use-fullscreen.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import { turnTo } from '#app/sphere/look/turn-to.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';
import { chatStore, openChat } from '../chat/chat-store.ts';
import { deviceStore, isStreamed } from '../devices/device-store.ts';
import { isHandRaised, raiseHand } from '../hand/hand.ts';
import { notify } from '../notices/notice-store.ts';
import type { SmallWindow } from '../pip/use-small-window.ts';
import { directionInWords, placeAhead } from '../pointing/bearing.ts';
import { listPlaces, placesStore } from '../pointing/places-store.ts';
import { swapPictures } from '../screen/screen-store.ts';
import { canShareScreen, shareScreen, stopSharing } from '../screen/share.ts';
import { listShortcuts } from '../shortcuts/shortcut-store.ts';
import type { ShortcutActions } from '../shortcuts/shortcuts.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { canCaption, captionStore, setCaptions } from '../speech/caption-store.ts';
import type { CallState } from '../state/call-state.ts';
import { currentCall } from '../state/call-store.ts';
import type { ShownStats } from './use-call-stats.ts';
import { useChanges } from './use-changes.ts';

type Room = {
  call: CallState;
  stats: ShownStats | null;
  fullscreen: Fullscreen;
  small: SmallWindow;
  record: () => Promise<void>;
  /** Null while there is nothing to save. */
  save: ((what: 'view' | 'sphere') => Promise<void>) | null;
  look: LookStore;
  mode: PanoramaMode;
  /** Null for a flat picture. */
  onMode: ((mode: PanoramaMode) => void) | null;
};

type Actions = {
  /** Actions of single keys, menus and buttons. */
  actions: ShortcutActions;
  /** Turns to one of the saved places, counted from 0. */
  goTo: (index: number) => void;
};

/** Actions of the keys in a call. Changes are announced, because the focus is elsewhere. */
export function useActions({
  call,
  stats,
  fullscreen,
  small,
  record,
  save,
  look,
  mode,
  onMode,
}: Room): Actions {
  const { t } = useTranslation('call');
  const captioned = useStore(captionStore, ({ on }) => on);
  const { audio, video } = useStore(deviceStore);
  const streamed = useStore(deviceStore, isStreamed);
  const chatOpen = useStore(chatStore, (state) => state.open);
  const { muted, cameraOff, screen, remoteScreen, connection } = call;
  const raised = isHandRaised(call);
  const changes = useChanges(call, stats);
  const bearing = () => {
    const direction = look.getState();
    const place = directionInWords(direction, (name, degrees) => t(`mark.${name}`, { degrees }));
    const ahead = placeAhead(direction, placesStore.getState().places);
    return ahead ? t('places.lookingAt', { place, name: ahead.name }) : t('places.looking', { place });
  };
  const actions: ShortcutActions = {
    chat: () => openChat(!chatOpen),
    bearing: () => notify(onMode && mode === 'spherical' ? `${bearing()}. ${changes()}.` : `${changes()}.`),
    list: () => listShortcuts(document.activeElement),
  };
  // A program may send sound, too.
  if (audio || streamed) {
    actions.mute = () => {
      currentCall()?.setMuted(!muted);
      notify(t(muted ? 'shortcuts.unmuted' : 'shortcuts.muted'));
    };
  }
  if (video) {
    actions.camera = () => {
      currentCall()?.setCameraOff(!cameraOff);
      notify(t(cameraOff ? 'shortcuts.cameraOn' : 'shortcuts.cameraOff'));
    };
  }
  if (canShareScreen()) {
    actions.screen = async () => {
      if (screen) return stopSharing();
      const outcome = await shareScreen();
      if (outcome === 'blocked' || outcome === 'failed') notify(t(`screen.${outcome}`));
    };
  }
  if (remoteScreen.video) actions.swap = swapPictures;
  if (connection === 'open') {
    actions.record = record;
    actions.hand = async () => {
      if (await raiseHand(!raised)) notify(t(raised ? 'hand.lowered' : 'hand.raised'));
    };
  }
  if (canCaption()) {
    actions.captions = () => {
      setCaptions(!captioned);
      notify(t(captioned ? 'captions.off' : 'captions.on'));
    };
  }
  if (onMode) {
    actions.map = () => {
      const next = mode === 'spherical' ? 'equirectangular' : 'spherical';
      onMode(next);
      notify(t(`controls.${next}`));
    };
  }
  if (onMode && mode === 'spherical') {
    actions.front = () => {
      look.getState().reset();
      notify(t('shortcuts.facing'));
    };
    actions.places = () => listPlaces(document.activeElement);
  }
  if (save) actions.saveView = () => save('view');
  if (save && onMode) actions.saveSphere = () => save('sphere');
  if (small.toggle) actions.pip = small.toggle;
  if (fullscreen.supported) actions.fullscreen = fullscreen.toggle;
  const goTo = (index: number) => {
    const place = placesStore.getState().places[index];
    if (!place) return notify(t('places.none', { number: index + 1 }));
    turnTo(look, place);
    notify(place.name);
  };
  useShortcuts(actions, actions.places ? goTo : null);
  return { actions, goTo };
}
