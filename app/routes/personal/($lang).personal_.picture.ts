import type { ActionFunctionArgs } from '@remix-run/node';
import { addImage } from '#app/pictures/images.server.ts';
import { PICTURE_BYTES } from '#app/pictures/sizes.ts';
import { altOf, isSphereOf, uploadByForm } from '#app/pictures/upload-form.server.ts';

export function action(args: ActionFunctionArgs) {
  return uploadByForm(args, { part: 'picture', maxBytes: PICTURE_BYTES }, ({ id }, { file, fields }) =>
    addImage({ a: 'user', b: id }, file, { alt: altOf(fields), isSphere: isSphereOf(fields) }),
  );
}
