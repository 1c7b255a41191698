import type { EndReason } from '#protocol/channel.ts';
import type { ErrorCode } from '#protocol/errors.ts';

/** Why a code is no longer valid: how its room ended, or why its host lost the seat. */
export type CodeEnd = EndReason | ErrorCode | 'REPLACED';

/**
 * The screens before a call, named after their states in the specification. Substates are flags: `creating` is
 * CHANNEL_CREATING, `ended` with the reason `expired` CHANNEL_EXPIRED, `error` CHANNEL_INVALID.
 */
export type SetupState =
  | { name: 'CHANNEL_MODE_SELECT' }
  /** Choosing camera, microphone, video format and quality of a new room. */
  | { name: 'CHANNEL_CREATE'; creating: boolean }
  /** The room's code is shown until a guest enters, or it ends. */
  | { name: 'CHANNEL_CREATED'; ended: CodeEnd | null }
  /** Entering a room code; `error` says why the last one was refused. */
  | { name: 'CHANNEL_ENTER'; checking: boolean; error: ErrorCode | null }
  /** The code is valid; the guest chooses devices if there is a choice. */
  | { name: 'CHANNEL_ENTERED'; code: string }
  | { name: 'CHANNEL_FAILED'; error: ErrorCode };

export type SetupEvent =
  | { type: 'CREATE_CHOSEN' }
  | { type: 'ENTER_CHOSEN' }
  | { type: 'BACK' }
  | { type: 'CREATING' }
  | { type: 'CREATED' }
  | { type: 'ENDED'; reason: CodeEnd }
  | { type: 'CHECKING' }
  | { type: 'CODE_REFUSED'; error: ErrorCode }
  | { type: 'CODE_GOOD'; code: string }
  | { type: 'FAILED'; error: ErrorCode };

export const SETUP_START: SetupState = { name: 'CHANNEL_MODE_SELECT' };

/** The next state; an event that does not apply to the current state changes nothing. */
export function setupReducer(state: SetupState, event: SetupEvent): SetupState {
  switch (state.name) {
    case 'CHANNEL_MODE_SELECT':
      if (event.type === 'CREATE_CHOSEN') return { name: 'CHANNEL_CREATE', creating: false };
      if (event.type === 'ENTER_CHOSEN') return { name: 'CHANNEL_ENTER', checking: false, error: null };
      return state;
    case 'CHANNEL_CREATE':
      if (event.type === 'BACK') return SETUP_START;
      if (event.type === 'CREATING') return { ...state, creating: true };
      if (event.type === 'CREATED') return { name: 'CHANNEL_CREATED', ended: null };
      if (event.type === 'FAILED') return { name: 'CHANNEL_FAILED', error: event.error };
      return state;
    case 'CHANNEL_CREATED':
      if (event.type === 'ENDED') return { ...state, ended: event.reason };
      if (event.type === 'FAILED') return { name: 'CHANNEL_FAILED', error: event.error };
      return state;
    case 'CHANNEL_ENTER':
      if (event.type === 'BACK') return SETUP_START;
      if (event.type === 'CHECKING') return { ...state, checking: true, error: null };
      if (event.type === 'CODE_REFUSED') return { ...state, checking: false, error: event.error };
      if (event.type === 'CODE_GOOD') return { name: 'CHANNEL_ENTERED', code: event.code };
      return state;
    case 'CHANNEL_ENTERED':
    case 'CHANNEL_FAILED':
      return state;
  }
}
