import type { RealtimeEvent } from '#app/realtime/page-protocol.ts';

/** What the other side says by the server, which relays it: little, and in order. */
export type Heard = Extract<
  RealtimeEvent,
  { name: 'message' | 'messageReceived' | 'padChannel' | 'voiceDirection' | 'lookHere' | 'pictureSaved' }
>;

/** What this side says: what the other one hears, or sees in the room's state; and what only the server is told. */
export type Said = Heard['name'] | 'reportQuality' | 'raiseHand' | 'recordCall' | 'answerRecording';
