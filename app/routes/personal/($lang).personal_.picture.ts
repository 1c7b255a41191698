import type { ActionFunctionArgs } from '@remix-run/node';
import { addImage, IMAGE_BYTES } from '#app/pictures/images.server.ts';
import { altOf, uploadByForm } from '#app/pictures/upload-form.server.ts';

export function action(args: ActionFunctionArgs) {
  return uploadByForm(args, { part: 'picture', maxBytes: IMAGE_BYTES }, ({ id }, { file, fields }) =>
    addImage({ a: 'user', b: id }, file, altOf(fields)),
  );
}
