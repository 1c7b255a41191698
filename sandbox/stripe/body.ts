import type { IncomingMessage } from 'node:http';
import { parse } from 'qs';

const MAX_BYTES = 1024 * 1024;

/** @throws Error if it is longer than a megabyte */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('the body is too long');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Form data in Stripe's nested form: `items[0][price]=5` → `{ items: [{ price: '5' }] }`. */
export function parseForm(form: string): Record<string, unknown> {
  return parse(form, { depth: 8, arrayLimit: 100, parameterLimit: 2000 });
}
