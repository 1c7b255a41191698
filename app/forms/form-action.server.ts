import type { ActionFunctionArgs } from '@remix-run/node';
import { namingOutage } from '#app/http/answers/outages.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { readForm } from '#app/http/bodies/form-body.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import { admitWrite } from '#app/http/viewers/writes.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { refuseForm, textOf } from './forms.server.ts';
import { SENDER } from './sender.ts';

type FormArgs = ActionFunctionArgs & { form: FormData };

/**
 * Makes the action of a page's forms. A request that is not admitted, a ProtocolError from the work, or an outage
 * becomes the refusal of the form, with the submitted values.
 * @param work may read the request's body once more
 */
export function formAction<T>(work: (args: FormArgs) => Promise<T>) {
  return formActionWith(work, (error, { form }) => refuseForm(error, form));
}

/**
 * As `formAction`, for pages that show a refusal in their own way.
 * @param refuse makes the response; throws anything that is not a ProtocolError
 */
export function formActionWith<T, R>(
  work: (args: FormArgs) => Promise<T>,
  refuse: (error: unknown, args: FormArgs) => R,
) {
  return async (args: ActionFunctionArgs): Promise<T | R> => {
    const refused = await admitWrite(args).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    // Read even if not admitted: the form is shown again with the submitted values.
    const withForm = { ...args, form: await readForm(args.request.clone()).catch(orNotFound) };
    try {
      if (refused) throw refused.error;
      await refuseOtherAccount(withForm);
      return await work(withForm);
    } catch (error) {
      return refuse(namingOutage(error), withForm);
    }
  };
}

/**
 * Refuses a form rendered for another account. A page outlives a logout in another tab, and must not be sent as the
 * user who has logged in since.
 */
async function refuseOtherAccount({ request, form }: FormArgs): Promise<void> {
  const sender = textOf(form, SENDER);
  if (sender === '') return;
  const viewer = await pageViewer(request);
  if (viewer && viewer.id !== sender) throw new ProtocolError('OTHER_ACCOUNT');
}
