import type { Camera } from '#protocol/camera.ts';
import { type Channel, type ProducerState, type SeatEncryption, WHOLE_VIDEO } from '#protocol/channel.ts';
import type { RequestData, RequestName } from '#protocol/messages.ts';
import type { Sound } from '../devices/sound.ts';
import { isSameEncryption } from '../encryption/call-encryption.ts';
import type { MediaSession } from '../media/media-session.ts';
import type { LocalTracks } from '../media/outgoing-tracks.ts';
import { awaitsHost, type CallState, isEnded, knowsSealed, otherSeat, refusesScreen } from './call-state.ts';
import { isSameOffer, isSameWish } from './same.ts';

/** Local tracks, and the settings of camera and microphone. */
export type LocalMedia = { tracks: LocalTracks; camera: Camera; sound: Sound };

/** Sends a request whose response does not matter. */
type Tell = <N extends RequestName>(name: N, data: RequestData<N>) => Promise<void>;

type Synced = {
  media: MediaSession;
  state: CallState;
  /** Null before the seat is taken. */
  local: LocalMedia | null;
  /** What the other side is to have; undefined if this browser cannot encrypt. */
  encryption: SeatEncryption | undefined;
  tell: Tell;
};

/**
 * Synchronises producers and consumers with the room and the devices. Rejects with a ProtocolError, or an error of the
 * browser or mediasoup-client.
 */
export async function syncMedia(synced: Synced): Promise<void> {
  const { media, state, local } = synced;
  const { channel, muted, cameraOff } = state;
  if (!channel || isEnded(channel)) return;
  if (!local || awaitsHost(state)) return prepare(media, state, channel);
  const { tracks, camera, sound } = local;
  // Receiving comes before sending: the browser serialises the two negotiations anyway.
  const other = otherSeat(state);
  await Promise.all([
    tellChoices(synced),
    media.consume(other?.producers ?? []),
    watchStreamed(synced, camera, channel),
  ]);
  const receivable = other?.videoCodecs.receive ?? null;
  const wish = other?.videoWish ?? WHOLE_VIDEO;
  const paused = { camera: cameraOff, microphone: muted };
  const screen = refusesScreen(state) ? null : state.screen;
  void media.data.consume(other?.dataProducers ?? []);
  await media.send({ tracks, screen, camera, sound, paused, receivable, wish });
}

/** What a program beside the page sends: shows its picture here too, and has the server hold it back. */
async function watchStreamed(
  { media, state, tell }: Synced,
  { streamed }: Camera,
  { seats }: Channel,
): Promise<void> {
  const producers = (seats[state.seat]?.producers ?? []).filter((producer) => producer.streamed);
  for (const change of wrongPauses(producers, { ...state, isChosen: streamed === true }))
    void tell('setProducerPaused', change);
  await media.watchStreamed(producers.find(({ source }) => source === 'camera'));
}

/**
 * The pauses of a program's producers that have to change: its picture is held back while the camera is off, its sound
 * while the person is muted, and both while another camera is chosen.
 */
export function wrongPauses(
  producers: readonly ProducerState[],
  { cameraOff, muted, isChosen }: Pick<CallState, 'cameraOff' | 'muted'> & { isChosen: boolean },
): RequestData<'setProducerPaused'>[] {
  return producers.flatMap(({ id, source, paused }) => {
    const isOff = !isChosen || (source === 'camera' ? cameraOff : muted);
    return paused === isOff ? [] : [{ producerId: id, paused: isOff }];
  });
}

/** Connects a guest before it enters, so that the picture does not wait for that; the server sends nothing until then. */
async function prepare(media: MediaSession, { seat }: CallState, { seats }: Channel): Promise<void> {
  if (seat !== 'guest' || seats.guest) return;
  try {
    await media.prepare(seats.host?.producers ?? []);
  } catch {
    // For instance if too many visitors prepare: entering then starts from the beginning.
  }
}

/**
 * Sends choices that the server does not know yet. The wanted video size is sent before video is consumed, so that no
 * more than that arrives.
 */
async function tellChoices({ state, encryption, tell }: Synced): Promise<void> {
  const { channel, seat, videoWish } = state;
  const offers = state.offers ?? [];
  const known = channel?.seats[seat];
  if (!known) return;
  if (seat === 'host' && !isSameOffer(offers, known.controlModes))
    void tell('offerControl', { modes: [...offers] });
  if (encryption && known.encryption && knowsSealed(state) && !isSameEncryption(known.encryption, encryption))
    void tell('updateEncryption', { encryption });
  if (!isSameWish(known.videoWish, videoWish)) await tell('wishVideo', videoWish);
}
