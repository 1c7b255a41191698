declare module 'node-media-server/src/protocol/rtmp.js' {
  /** The server's side of one RTMP connection. Only its parts used here are declared. */
  export default class Rtmp {
    /** Ids of the streams of the connection, and the message that each is receiving. */
    inPackets: Map<number, unknown>;
    /** The message that arrives, or has just arrived. Its payload is overwritten by the next one. */
    parserPacket: {
      header: { length: number; type: number; stream_id: number };
      /** In ms. */
      clock: number;
      payload: Buffer;
    };
    /** That which is published, once it is. */
    streamId: number;
    onOutputCallback: (data: Buffer) => void;
    /** Takes what the client sent. @throws Error if it cannot be read */
    parserData(data: Buffer): string | null;
    /** Called before a message's payload arrives. */
    packetAlloc(): void;
    /** Called with each message of type audio, video or data. */
    dataHandler(): void;
    onPublish(message: { streamName: unknown }): void;
    onPlay(message: unknown): void;
    onDeleteStream(message: unknown): void;
    respondPublish(): void;
    sendACK(bytes: number): void;
    sendStatusMessage(streamId: number, level: 'status' | 'error', code: string, description: string): void;
  }
}
