import type { ActionFunctionArgs } from '@remix-run/node';
import { ProtocolError } from '#protocol/errors.ts';
import { refuseBlockedAddress } from '../limits/blocked-networks.server.ts';
import { spend } from '../limits/rate-limits.server.ts';
import { viewerOf } from './viewer.server.ts';

/**
 * Admits a request to the API or a page that changes data, before its body is read. `viewerOf`, which finds the sender,
 * spends the sender's own limit.
 * @throws ProtocolError RATE_LIMITED, ADDRESS_BLOCKED
 */
export async function admitWrite({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<void> {
  await spend('writeFrom', context.clientAddress);
  try {
    await refuseBlockedAddress(context.clientAddress);
  } catch (error) {
    // Otherwise an administrator who blocked their own network could not undo it.
    if (!(error instanceof ProtocolError) || !(await isAdministrator(request))) throw error;
  }
}

async function isAdministrator(request: Request): Promise<boolean> {
  const viewer = await viewerOf(request).catch(() => null);
  return viewer?.authorities.has('ADMINISTER') ?? false;
}
