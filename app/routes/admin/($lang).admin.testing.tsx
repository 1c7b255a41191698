import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { adminMeta } from '#app/admin/meta.ts';
import { BrowserPanel } from '#app/admin/testing/browser-panel.tsx';
import { ConsolePanel } from '#app/admin/testing/console-panel.tsx';
import { installation } from '#app/admin/testing/installation.server.ts';
import {
  InstallationPanel,
  MailPanel,
  NodesPanel,
  PaymentsPanel,
} from '#app/admin/testing/installation-panels.tsx';
import { sendTestMail } from '#app/admin/testing/test-mail.server.ts';
import { formActionWith } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { stripeRefusal } from '#app/payments/stripe/ask.server.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return { installation: await installation(), origin: originOf(request) };
}

/** Sends a test email to the administrator, or asks Stripe whether it accepts the key. */
export const action = formActionWith(
  async ({ request, form }) => {
    const { id } = await requireAdmin(request);
    if (textOf(form, 'intent') === 'payments') {
      const refusal = await stripeRefusal();
      return data({ refusal }, { status: refusal === null ? 200 : 502 });
    }
    const language = languageOfPath(new URL(request.url).pathname);
    const result = await sendTestMail(id, language, originOf(request));
    return data(result, { status: 'failed' in result ? 502 : 200 });
  },
  (error) => {
    if (!(error instanceof ProtocolError)) throw error;
    return data({ failed: 'mailTooMany' } as const, { status: ERROR_STATUS[error.code] });
  },
);

export const meta: MetaFunction = ({ location }) => adminMeta(location, 'section.testing');

export default function Testing() {
  const { installation, origin } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation('admin');
  return (
    <div className="grid gap-8">
      <h1 className="text-2xl">{t('section.testing')}</h1>
      <div className="grid gap-8 lg:grid-cols-2">
        <InstallationPanel installation={installation} origin={origin} />
        <NodesPanel nodes={installation.nodes} />
        <MailPanel mail={installation.mail} result={result && !('refusal' in result) ? result : undefined} />
        <PaymentsPanel
          mode={installation.payments}
          result={result && 'refusal' in result ? result : undefined}
        />
        <BrowserPanel />
      </div>
      <ConsolePanel />
    </div>
  );
}
