import { Form, useNavigation } from '@remix-run/react';
import { Section } from '#app/components/page/section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { timeIn, zoneName } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type AvailableSectionProps = {
  /** Until when the streamer takes calls; null if they take none. */
  until: Date | null;
  /** Whether they have set up their time. */
  isSetUp: boolean;
  /** The streamer's. */
  timeZone: string;
};

/** Where a streamer turns taking calls on and off. */
export function AvailableSection({ until, isSetUp, timeZone }: AvailableSectionProps) {
  const { t } = useTranslation('requests');
  const { formData } = useNavigation();
  const busy = formData?.get('intent') === 'available';
  const reader = useReader();
  const time = until ? `${timeIn(until.getTime(), timeZone, reader)} (${zoneName(timeZone)})` : '';
  return (
    <Section id="available" title={t('available.title')}>
      <p role="status" className="max-w-prose text-muted">
        {isSetUp ? t(until ? 'available.on' : 'available.off', { time }) : t('available.first')}
      </p>
      {isSetUp && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="available" />
          <Button
            type="submit"
            name="available"
            value={until ? 'false' : 'true'}
            variant={until ? 'secondary' : 'primary'}
            busy={busy}
          >
            {t(until ? 'available.turnOff' : 'available.turnOn')}
          </Button>
        </Form>
      )}
    </Section>
  );
}
