import { Form, useLocation, useNavigation } from '@remix-run/react';
import { Ban, Heart } from 'lucide-react';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { CopyText } from '#app/components/ui/copy-text.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { EndingCosts } from '#app/marketplace/bookings/ending-costs.server.ts';
import { EndingTerms } from '#app/marketplace/bookings/ending-terms.tsx';

/** Copies the page's address. */
function CopyLink() {
  const { t } = useTranslation('people');
  const { pathname } = useLocation();
  return (
    <CopyText
      text={() => `${window.location.origin}${pathname}`}
      label={t('actions.copy')}
      copied={t('actions.copied')}
    />
  );
}

type ProfileActionsProps = {
  /** Null if the viewer is not logged in. */
  favourite: boolean | null;
  username: string;
  /** Of blocking the person. */
  costs: EndingCosts;
  /** Of the page's last form. */
  refusal: Refusal | undefined;
};

/** Buttons to add someone to favourites or block them. */
export function ProfileActions({ favourite, username, costs, refusal }: ProfileActionsProps) {
  const { t } = useTranslation('people');
  const { pathname } = useLocation();
  const { formData } = useNavigation();
  if (favourite === null) {
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
        <LocaleLink
          to={`/login?redirectTo=${encodeURIComponent(pathname)}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          {t('actions.logIn')}
        </LocaleLink>
        {t('actions.logInFor')}
        <CopyLink />
      </p>
    );
  }
  const busy = formData?.get('intent');
  return (
    <div className="flex flex-wrap gap-3">
      <Form method="post" preventScrollReset>
        <Button
          type="submit"
          name="intent"
          value={favourite ? 'unfavourite' : 'favourite'}
          variant="secondary"
          busy={busy === 'favourite' || busy === 'unfavourite'}
        >
          <Heart aria-hidden size={18} fill={favourite ? 'currentColor' : 'none'} />
          {t(favourite ? 'actions.unfavourite' : 'actions.favourite')}
        </Button>
      </Form>
      <CopyLink />
      <Ask
        trigger={
          <>
            <Ban aria-hidden size={18} />
            {t('actions.block')}
          </>
        }
        text={t('actions.blockText', { username })}
        floating
        open={refusal?.fees !== undefined}
      >
        <Form method="post" className="grid gap-3">
          <EndingTerms costs={costs} refusal={refusal} />
          <Button type="submit" name="intent" value="block" busy={busy === 'block'}>
            {t('actions.blockSure')}
          </Button>
        </Form>
      </Ask>
    </div>
  );
}
