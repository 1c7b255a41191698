import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useLabels } from '../labels.ts';
import { clearConsole, consoleLines, onConsoleChange, storedConsole } from './console-log.ts';
import { Panel } from './panel.tsx';

const ICONS = { warn: TriangleAlert, error: CircleAlert } as const;

/** Warnings and errors from this tab's console. */
export function ConsolePanel() {
  const { t, instant } = useLabels();
  const stored = useSyncExternalStore(onConsoleChange, storedConsole, () => '');
  const lines = consoleLines(stored);
  return (
    <Panel title={t('testing.console')}>
      <p className="text-sm text-muted">{t('testing.consoleText')}</p>
      {lines.length === 0 ? (
        <p>{t('testing.consoleEmpty')}</p>
      ) : (
        <>
          <ol className="grid max-h-96 gap-2 overflow-y-auto text-sm">
            {lines.map(({ at, level, text }, i) => {
              const Icon = ICONS[level];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines can be identical
                <li key={i} className="flex items-start gap-2">
                  <Icon
                    aria-label={level}
                    size={16}
                    className={`mt-0.5 shrink-0 ${level === 'error' ? 'text-poor' : 'text-fair'}`}
                  />
                  <span className="min-w-0 wrap-anywhere">
                    <time dateTime={new Date(at).toISOString()} className="text-muted">
                      {instant(new Date(at).toISOString())}
                    </time>{' '}
                    {text}
                  </span>
                </li>
              );
            })}
          </ol>
          <Button variant="secondary" onClick={clearConsole} className="justify-self-start">
            {t('testing.consoleClear')}
          </Button>
        </>
      )}
    </Panel>
  );
}
