import { CallHealthDetails } from '#app/call-health/call-health.tsx';
import type { CallHealth } from '#app/call-health/read.server.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** The health of a room's call. */
export function RoomHealth({ health }: { health: CallHealth }) {
  const { t } = useTranslation('streams');
  return (
    <section aria-labelledby="call-health" className="grid min-w-0 gap-4 border-t border-line pt-6">
      <h2 id="call-health" className="text-lg">
        {t('quality.title')}
      </h2>
      <CallHealthDetails health={health} own={null} />
    </section>
  );
}
