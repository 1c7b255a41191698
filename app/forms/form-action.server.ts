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
 * The action of a page's forms: a request that is not admitted, a ProtocolError of the work, or an outage becomes the
 * refusal of the form, with what was typed.
 * @param work may read the request's body once more
 */
export function formAction<T>(work: (args: FormArgs) => Promise<T>) {
  return formActionWith(work, (error, { form }) => refuseForm(error, form));
}

/**
 * As `formAction`, for pages that show a refusal in their own way.
 * @param refuse makes the response; throws what is no ProtocolError
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
    // Read even if not admitted: the form is shown again with what was typed.
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

/** A page outlives a log-out in another tab: what someone typed is not sent as whoever has logged in since. */
async function refuseOtherAccount({ request, form }: FormArgs): Promise<void> {
  const sender = textOf(form, SENDER);
  if (sender === '') return;
  const viewer = await pageViewer(request);
  if (viewer && viewer.id !== sender) throw new ProtocolError('OTHER_ACCOUNT');
}
