import type { ActionFunctionArgs } from '@remix-run/node';
import { replaceAvatar } from '#app/pictures/avatar/avatars.server.ts';
import { AVATAR_BYTES } from '#app/pictures/sizes.ts';
import { uploadByForm } from '#app/pictures/upload-form.server.ts';

export function action(args: ActionFunctionArgs) {
  return uploadByForm(args, { part: 'avatar', maxBytes: AVATAR_BYTES }, ({ id }, { file }) =>
    replaceAvatar(id, file),
  );
}
