import type { Fullscreen } from '#app/components/page/use-fullscreen.ts';
import type { SeenDetail } from '../check/detail.ts';
import type { ShortcutActions } from '../shortcuts/shortcuts.ts';
import type { CallState } from '../state/call-state.ts';
import type { ShownStats } from './use-call-stats.ts';

/** What the groups of *More* show and change. */
export type MoreProps = {
  call: CallState;
  /** Current actions of the shortcut keys. */
  actions: ShortcutActions;
  stats: ShownStats | null;
  fullscreen: Fullscreen;
  /** The other person's picture is rendered as a sphere. */
  sphere: boolean;
  seen: SeenDetail | null;
  /** The button that opens the panel. */
  opener: React.RefObject<HTMLButtonElement>;
};
