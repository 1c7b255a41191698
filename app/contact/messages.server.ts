import { z } from 'zod';
import { createEntity } from '#app/accounts/user-writes.server.ts';
import { createRow } from '#app/entities/crud/crud.server.ts';
import { inquiryEntity } from '#app/entities/inquiry/descriptor.server.ts';
import { inquirySchema } from '#app/entities/inquiry/schema.ts';
import { subscriptionEntity } from '#app/entities/subscription/descriptor.server.ts';
import { subscriptionSchema } from '#app/entities/subscription/schema.ts';
import { textOf, textOrNull } from '#app/forms/forms.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import type { Language } from '#app/i18n/languages.ts';
import { invalidData } from '#protocol/errors.ts';

/** The sender: session, client address and language of the page. */
export type Writer = { viewer: Viewer; address: string; language: Language };

const messageSchema = inquirySchema.create.pick({
  firstName: true,
  lastName: true,
  email: true,
  website: true,
  message: true,
});
const FIELDS = z.keyof(messageSchema).options;

/**
 * Stores a message from the contact or demo form. Every field is optional, but at least one is required.
 * @param channelId room of the call it is about, which its sender was in
 * @returns whether the sender can be answered: they left an address or are logged in
 * @throws ProtocolError INVALID_DATA, RATE_LIMITED
 */
export async function takeMessage(
  form: FormData,
  kind: 'CONTACT' | 'DEMO',
  writer: Writer,
  channelId: string | null = null,
): Promise<boolean> {
  const written = FIELDS.filter((name) => textOrNull(form, name) !== null);
  const filled = messageSchema.safeParse(
    Object.fromEntries(written.map((name) => [name, textOf(form, name)])),
  );
  if (!filled.success) throw invalidData(filled.error);
  const language = await admit(writer);
  // Set only here: a create call of the generic API could name any room.
  const values: typeof inquiryEntity.values = (...given) => ({
    ...inquiryEntity.values?.(...given),
    channelId,
  });
  await createRow({ ...inquiryEntity, values }, writer.viewer, { ...filled.data, kind, language });
  return Boolean(filled.data.email) || writer.viewer !== null;
}

/**
 * Stores the address of someone who wants to earn money; a known address gets the same response. The account that has
 * confirmed the address, if any, gets an email.
 * @param origin the site's, for the link in the email
 * @throws ProtocolError as `takeMessage`
 */
export async function takeSubscription(form: FormData, writer: Writer, origin: string): Promise<void> {
  const filled = subscriptionSchema.create.pick({ email: true }).safeParse({ email: textOf(form, 'email') });
  if (!filled.success) throw invalidData(filled.error);
  const language = await admit(writer);
  await createEntity(subscriptionEntity, writer.viewer, { ...filled.data, language }, origin);
}

/** Applies the rate limit. @returns the sender's language, as stored in rows */
async function admit({ address, language }: Writer) {
  await spend('anonymousRow', address);
  return recordOf(language);
}
