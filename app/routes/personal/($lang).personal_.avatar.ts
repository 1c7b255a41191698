import type { ActionFunctionArgs } from '@remix-run/node';
import { AVATAR_BYTES, replaceAvatar } from '#app/pictures/avatar/avatars.server.ts';
import { uploadByForm } from '#app/pictures/upload-form.server.ts';

export function action(args: ActionFunctionArgs) {
  return uploadByForm(args, { part: 'avatar', maxBytes: AVATAR_BYTES }, ({ id }, { file }) =>
    replaceAvatar(id, file),
  );
}
