import { errors } from 'mediasoup';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Turns mediasoup's rejections into INVALID_DATA: parameters may match their schema and still be rejected. If the
 * worker died meanwhile, that is not the client's fault, and the error is passed on.
 */
export async function checked<T>(path: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof errors.WorkerClosedError || !(error instanceof Error)) throw error;
    throw new ProtocolError('INVALID_DATA', [{ path, message: error.message }]);
  }
}
