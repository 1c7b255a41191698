import type { ActionFunctionArgs } from '@remix-run/node';
import { addImage, IMAGE_BYTES } from '#app/services/images.server.ts';
import { textOf } from '#app/services/page-forms.server.ts';
import { uploadByForm } from '#app/services/page-uploads.server.ts';

/** What the table holds; the form's field takes no more either. */
const ALT_LENGTH = 300;

export function action({ request, context }: ActionFunctionArgs) {
  return uploadByForm(
    request,
    context.clientAddress,
    { part: 'picture', maxBytes: IMAGE_BYTES },
    ({ id }, { file, fields }) => {
      const alt = textOf(fields, 'alt').trim().replaceAll('\0', '').slice(0, ALT_LENGTH);
      return addImage({ a: 'user', b: id }, file, alt);
    },
  );
}
