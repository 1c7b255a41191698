import type { DtlsParameters, Transport } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { heardOnPath } from './stats.ts';

export type ServerTransportHandlers = {
  onState(): void;
  /** The server refused a request needed to connect. */
  onError(error: unknown): void;
};

/** A transport with the signalling that connects it and restarts its ICE. */
export class ServerTransport {
  readonly transport: Transport;
  readonly #realtime: Pick<RealtimeClient, 'request'>;
  /** DTLS parameters that the server has not confirmed yet. */
  #dtlsParameters: DtlsParameters | null = null;
  #wasConnected = false;
  /** Fingerprint of the traffic received on the path in use when ICE was last restarted. */
  #heard: string | null = null;

  constructor(
    realtime: Pick<RealtimeClient, 'request'>,
    transport: Transport,
    { onState, onError }: ServerTransportHandlers,
  ) {
    this.#realtime = realtime;
    this.transport = transport;
    transport.on('connect', ({ dtlsParameters }, done) => {
      this.#dtlsParameters = dtlsParameters;
      // ICE begins meanwhile.
      done();
      this.#confirm().catch(onError);
    });
    transport.on('connectionstatechange', (state) => {
      if (state === 'connected') this.#wasConnected = true;
      onState();
    });
  }

  get isConnected(): boolean {
    return this.transport.connectionState === 'connected';
  }

  /** Whether it is no longer connected, or failed to connect. */
  get isInterrupted(): boolean {
    return this.transport.connectionState === 'failed' || (this.#wasConnected && !this.isConnected);
  }

  /** @throws ProtocolError, or the browser's error if it refuses the restart */
  async restartIce(): Promise<void> {
    await this.#confirm();
    const transportId = this.transport.id;
    const { iceParameters, iceServers } = await this.#realtime.request('restartIce', { transportId });
    // Only a path through TURN needs them, and mediasoup-client refuses to set them in Firefox. If the former ones have
    // expired, the path stays dead, and new connections are created with the new ones.
    await this.transport.updateIceServers({ iceServers }).catch(() => {});
    await this.transport.restartIce({ iceParameters });
    this.#heard = await this.#heardOnPath();
  }

  /**
   * Whether no packet has come on the path in use since ICE was restarted; null without a path, as while it connects.
   */
  async isPathDead(): Promise<boolean | null> {
    return this.#heard === null ? null : (await this.#heardOnPath()) === this.#heard;
  }

  async #heardOnPath(): Promise<string | null> {
    // Without statistics it is unknown whether the path is dead.
    const report = await this.transport.getStats().catch(() => null);
    return report && heardOnPath(report);
  }

  async #confirm(): Promise<void> {
    const dtlsParameters = this.#dtlsParameters;
    if (!dtlsParameters) return;
    try {
      await this.#realtime.request('connectTransport', { transportId: this.transport.id, dtlsParameters });
    } catch (error) {
      // The server has them already: only its response was lost.
      if (!(error instanceof ProtocolError && error.code === 'WRONG_STATE')) throw error;
    }
    this.#dtlsParameters = null;
  }
}
