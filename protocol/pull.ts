import { z } from 'zod';

/** Path of the endpoint, at the site and at the RTMP server, that has a camera's stream fetched into a room. */
export const PULL_PATH = '/pull';

/** Scheme, user and password, host, port, and the rest. Stricter than URLs are, so that FFmpeg reads the same host from it. */
const ADDRESS = /^(rtsp|srt):\/\/(?:[^\s@/?#]*@)?([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?][^\s@]*)?$/i;

/** An address of RTSP or SRT. */
export const pullSchema = z.object({ address: z.string().max(500).regex(ADDRESS) });

export type Pull = z.infer<typeof pullSchema>;

/** @param address as in `pullSchema` */
export function schemeAndHost(address: string): { scheme: string; host: string } {
  const [, scheme = '', host = ''] = ADDRESS.exec(address) ?? [];
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase() };
}
