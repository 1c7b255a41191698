import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { connectTo, resolveAddress } from './address.server.ts';

type Asked = { timeoutMs: number; maxBytes: number };

/**
 * Reads a text from an address that the operator has set, which may be private. Does not follow redirects.
 * @throws Error for any status but 200, without an answer in time, or if it is longer
 */
export async function get(url: URL, { timeoutMs, maxBytes }: Asked): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const place = await resolveAddress(url, [url.host]);
  if (!place) throw new Error('the address has credentials');
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    const headers = { Accept: 'application/json', 'User-Agent': 'Panocall' };
    const request = send(url, { ...connectTo(place), signal, headers });
    request.once('response', async (response) => {
      try {
        if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw new Error('the answer is too long');
          chunks.push(chunk);
        }
        resolve(Buffer.concat(chunks).toString());
      } catch (error) {
        reject(error);
      } finally {
        response.destroy();
      }
    });
    request.once('error', reject);
    request.end();
  });
}
