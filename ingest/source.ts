/** Types of FLV's tags (Adobe Flash Video File Format 10.1, E.4.1), and of RTMP's messages (RTMP 1.0, 7.1). */
export const MEDIA_TYPES = { 8: 'audio', 9: 'video' } as const;
type MediaType = keyof typeof MEDIA_TYPES;

export const isMedia = (type: number): type is MediaType => type in MEDIA_TYPES;

export type PublishedMedia = {
  type: MediaType;
  /** Time of decoding, in ms from any start. */
  timestamp: number;
  /** Body of an FLV tag. Valid during the call only. */
  body: Buffer;
};

/** Where a stream comes from: a client that publishes it, or a camera that is pulled. */
export type Source = {
  /** Its key is accepted. */
  readonly isPublishing: boolean;
  /** @param reason shown to the user of the source, unless it is null */
  end(reason: string | null): void;
};

export type SourceEvents = {
  /** The source asks to publish. A rejection's message is shown to its user. @param key of the room */
  onPublish: (key: string) => Promise<void>;
  /** @throws Error to refuse it, which ends the source with the error's message */
  onMedia: (media: PublishedMedia) => void;
  /** The source has stopped, vanished or been refused. @param reason null if it stopped by itself */
  onEnd: (reason: string | null) => void;
};

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
