import { z } from 'zod';

/** Path of the endpoint, at the site and at the RTMP server, that has a camera's stream fetched into a room. */
export const PULL_PATH = '/pull';

/** Of RTSP (RFC 2326, 3.2); SRT has none. */
const RTSP_PORT = 554;

const HOST = String.raw`[\w.-]+|\[[\da-fA-F:.]+\]`;
const PORT = String.raw`\d{1,5}`;
/**
 * Scheme, user and password, host, port, and the rest. Stricter than URLs are, so that FFmpeg reads the same host from it,
 * and of printable ASCII.
 */
const ADDRESS = new RegExp(`^(?=[!-~]+$)(rtsp|srt)://(?:[^@/?#]*@)?(${HOST})(?::(${PORT}))?(?:[/?][^@]*)?$`);

/** An address of RTSP or SRT. An SRT address may not have FFmpeg wait for the camera, instead of connecting to it. */
export const pullSchema = z.object({
  address: z
    .string()
    .max(500)
    .regex(ADDRESS)
    .refine((address) => !/[?&]mode=/.test(address)),
});

export type Pull = z.infer<typeof pullSchema>;

/** Of a camera that may be pulled, such as `192.168.1.20:554`. */
export const cameraHostSchema = z
  .string()
  .toLowerCase()
  .regex(new RegExp(`^(${HOST}):${PORT}$`), 'must be hosts with their ports, such as 192.168.1.20:554');

/** @param address as in `pullSchema` @returns its scheme, and its host with the port */
export function schemeAndHost(address: string): { scheme: string; host: string } {
  const [, scheme = '', host = '', port = scheme === 'rtsp' ? RTSP_PORT : ''] = ADDRESS.exec(address) ?? [];
  return { scheme, host: `${host}:${port}`.toLowerCase() };
}
