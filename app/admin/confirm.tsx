import { Form, Link, useLocation, useSearchParams } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

type ConfirmProps = {
  /** Query parameter of the confirmation step without JavaScript: `?delete`. */
  name: string;
  /** Content of the button that opens it. */
  trigger: ReactNode;
  title: string;
  text: string;
  yes: string;
  no: string;
  /** The form's action. Default: this page */
  action?: string;
  /** Hidden inputs. */
  fields: Record<string, string>;
};

/** Asks for confirmation: in a dialog, or without JavaScript in a separate step on the same page. */
export function Confirm({ name, trigger, title, text, yes, no, action, fields }: ConfirmProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const [open, setOpen] = useState(false);
  const form = (stay: ReactNode) => (
    <Form method="post" action={action ?? pathname} onSubmit={() => setOpen(false)} className="grid gap-4">
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <p className="text-muted">{text}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="bg-danger text-white hover:not-disabled:bg-danger-hover">
          {yes}
        </Button>
        {stay}
      </div>
    </Form>
  );
  if (query.has(name)) {
    return (
      <section id={name} aria-label={title} className="grid gap-3 rounded-lg border border-danger p-5">
        <h2 className="text-xl wrap-anywhere">{title}</h2>
        {form(
          <Link viewTransition to={pathname} className={buttonClass({ variant: 'quiet' })}>
            {no}
          </Link>,
        )}
      </section>
    );
  }
  return (
    <>
      <Link
        viewTransition
        to={`?${name}#${name}`}
        preventScrollReset
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
        className={buttonClass({ variant: 'secondary' })}
      >
        {trigger}
      </Link>
      <Dialog open={open} onOpenChange={setOpen} title={title} closeLabel={t('close')}>
        {form(
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {no}
          </Button>,
        )}
      </Dialog>
    </>
  );
}
