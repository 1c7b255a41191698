import { Form } from '@remix-run/react';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { brandName } from '#app/marketplace/payments/brand-name.ts';
import type { OwnCard } from './cards.server.ts';

/** The viewer's cards, with buttons to prefer or remove each. */
export function CardList({ cards }: { cards: OwnCard[] }) {
  const { t } = useTranslation('payments');
  if (cards.length === 0) return <p className="text-muted">{t('cards.none')}</p>;
  return (
    <ul className="grid gap-3">
      {cards.map((card) => (
        <CardItem key={card.id} card={card} />
      ))}
    </ul>
  );
}

function CardItem({ card: { id, brand, last4, expMonth, expYear, isDefault } }: { card: OwnCard }) {
  const { t } = useTranslation('payments');
  const name = t('cards.name', { brand: brandName(brand), last4 });
  const month = String(expMonth).padStart(2, '0');
  const isExpired = Date.now() >= Date.UTC(expYear, expMonth);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-lg border border-line p-4">
      <div className="grid gap-1">
        <p className="font-semibold tabular-nums wrap-anywhere">{name}</p>
        <p className={`tabular-nums ${isExpired ? 'text-poor' : 'text-muted'}`}>
          {t(isExpired ? 'cards.expired' : 'cards.expires', { month, year: String(expYear) })}
        </p>
        {isDefault && <p className="text-muted">{t('cards.isDefault')}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {!isDefault && (
          <Change id={id} intent="prefer" label={t('cards.preferOf', { card: name })}>
            {t('cards.prefer')}
          </Change>
        )}
        <Ask
          trigger={t('cards.remove')}
          label={t('cards.removeOf', { card: name })}
          text={t('cards.removeSure')}
        >
          <Change id={id} intent="remove">
            {t('cards.remove')}
          </Change>
        </Ask>
      </div>
    </li>
  );
}

type ChangeProps = { id: string; intent: 'prefer' | 'remove'; label?: string; children: string };

function Change({ id, intent, label, children }: ChangeProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" name="id" value={id} variant="secondary" aria-label={label}>
        {children}
      </Button>
    </Form>
  );
}
