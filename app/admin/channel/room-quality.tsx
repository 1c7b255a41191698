import { QualityOfCall } from '#app/call-health/call-health.tsx';
import type { CallQuality } from '#app/call-health/read.server.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** The quality of a room's call. */
export function RoomQuality({ quality }: { quality: CallQuality }) {
  const { t } = useTranslation('streams');
  return (
    <section aria-labelledby="quality" className="grid min-w-0 gap-4 border-t border-line pt-6">
      <h2 id="quality" className="text-lg">
        {t('quality.title')}
      </h2>
      <QualityOfCall quality={quality} own={null} />
    </section>
  );
}
