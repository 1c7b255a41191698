import { newApiKey } from '#app/entities/api-key/schema.ts';
import { newWebhook } from '#app/entities/webhook/schema.ts';
import { numberOrNull, textOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import { createKey, revokeKey } from './keys/new-key.server.ts';
import {
  createWebhook,
  deleteWebhook,
  readSecret,
  sendAgain,
  switchWebhook,
} from './webhooks/webhooks.server.ts';

/** Result of a form. A secret is part of the response itself, as a redirect could not show it. */
type Done = { done: 'revokeKey' } | { secret: { of: 'key' | 'webhook'; value: string } };

/**
 * Handles the forms of the developers' page.
 * @param viewer confirmed, if the form was sent with a password
 * @param origin the site's, for links in emails
 * @throws ProtocolError as the services; INVALID_DATA naming the fields
 */
export async function changeAccess(viewer: SignedIn, form: FormData, origin: string): Promise<Done> {
  switch (textOf(form, 'intent')) {
    case 'revokeKey':
      await revokeKey(viewer, textOf(form, 'id'));
      return { done: 'revokeKey' };
    case 'createKey': {
      const origins = textOf(form, 'origins');
      const fields = newApiKey.safeParse({
        name: textOf(form, 'name'),
        scopes: form.getAll('scopes'),
        origins: origins.split(/[\s,]+/).filter(Boolean),
        expiresInDays: numberOrNull(form, 'expiresInDays'),
      });
      if (!fields.success) throw invalidData(fields.error);
      return { secret: { of: 'key', value: (await createKey(viewer, fields.data, origin)).key } };
    }
    case 'createWebhook': {
      const fields = newWebhook.safeParse({ url: textOf(form, 'url').trim(), events: form.getAll('events') });
      if (!fields.success) throw invalidData(fields.error);
      return { secret: { of: 'webhook', value: (await createWebhook(viewer, fields.data, origin)).secret } };
    }
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
}

/**
 * Handles the forms of a webhook's page.
 * @param viewer confirmed, if the form was sent with a password
 * @returns the action done, or the webhook's secret
 * @throws ProtocolError as the services
 */
export async function changeWebhook(
  viewer: SignedIn,
  id: string,
  form: FormData,
): Promise<{ done: string } | { secret: string }> {
  const intent = textOf(form, 'intent');
  switch (intent) {
    case 'sendAgain':
      await sendAgain(viewer, { id, delivery: textOf(form, 'delivery') });
      return { done: intent };
    case 'switchOn':
    case 'switchOff':
      await switchWebhook(viewer, id, intent === 'switchOn');
      return { done: intent };
    case 'deleteWebhook':
      await deleteWebhook(viewer, id);
      return { done: intent };
    case 'showSecret':
      return { secret: await readSecret(viewer, id) };
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
}
