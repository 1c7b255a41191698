import { Form, useLocation } from '@remix-run/react';
import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { LANGUAGES, OWN_NAMES } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Switches to the same page in another language and stores the choice. */
export function LanguageDialog({
  open,
  onOpenChange,
  returnFocus,
}: {
  open: boolean;
  onOpenChange(open: boolean): void;
  returnFocus: RefObject<HTMLElement>;
}) {
  const { t, language: current } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('language.title')}
      closeLabel={t('close')}
      returnFocus={returnFocus}
    >
      <Form
        method="post"
        action="/language"
        className="grid gap-2"
        preventScrollReset
        onSubmit={() => onOpenChange(false)}
      >
        <input type="hidden" name="page" value={pathname + search} />
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="submit"
            name="language"
            value={language}
            lang={language}
            aria-current={language === current || undefined}
            className="flex min-h-12 items-center justify-between rounded-md border border-line px-4 hover:bg-sunken aria-[current]:border-line-strong aria-[current]:font-semibold"
          >
            {OWN_NAMES[language]}
            {language === current && <Check aria-hidden size={20} className="text-accent-text" />}
          </button>
        ))}
      </Form>
    </Dialog>
  );
}
