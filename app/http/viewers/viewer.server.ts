import { currentRequest } from '#app/platform/request-context.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { spend } from '../limits/rate-limits.server.ts';
import { refuseCrossSite } from '../origin.server.ts';
import { credentialsOf, findSession } from './credentials.server.ts';
import type { SignedIn, Viewer } from './viewer.ts';

const viewers = new WeakMap<Request, Promise<Viewer>>();

/**
 * The user who sends a request. Looked up once per request, however often it is called.
 * @throws ProtocolError NOT_SIGNED_IN for an invalid bearer token, even with a valid cookie; CROSS_SITE for a
 *   cross-site request that is authenticated by a cookie and may change data; RATE_LIMITED for one that may change data
 *   and exceeds the user's limit
 */
export function viewerOf(request: Request): Promise<Viewer> {
  const known = viewers.get(request);
  if (known) return known;
  const viewer = findViewer(request);
  viewers.set(request, viewer);
  return viewer;
}

/** @throws ProtocolError NOT_SIGNED_IN, and as `viewerOf` */
export async function requireViewer(request: Request): Promise<SignedIn> {
  const viewer = await viewerOf(request);
  if (!viewer) throw new ProtocolError('NOT_SIGNED_IN');
  return viewer;
}

const READS = new Set(['GET', 'HEAD']);

async function findViewer(request: Request): Promise<Viewer> {
  const credentials = await credentialsOf(request);
  if (!credentials) return null;
  if (credentials.from === 'cookie' && !READS.has(request.method)) refuseCrossSite(request);
  const viewer = await findSession(credentials.token);
  if (!viewer && credentials.from === 'bearer') throw new ProtocolError('NOT_SIGNED_IN');
  if (viewer && !READS.has(request.method)) await spend('write', viewer.id);
  const context = currentRequest();
  if (context && viewer)
    context.viewer = { id: viewer.id, administers: viewer.authorities.has('ADMINISTER') };
  return viewer;
}
