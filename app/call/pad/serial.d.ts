/** Web Serial API (https://wicg.github.io/serial/), as far as it is used here; missing in TypeScript's DOM library. */
interface SerialPort extends EventTarget {
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>> | null;
  getInfo(): { usbVendorId?: number; usbProductId?: number };
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}

interface Serial {
  requestPort(): Promise<SerialPort>;
}

interface Navigator {
  /** Chromium on computers, over HTTPS. */
  readonly serial?: Serial;
}
