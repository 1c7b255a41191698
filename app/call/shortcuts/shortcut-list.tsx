import { useStore } from 'zustand';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { setShortcuts, shortcutStore } from './shortcut-store.ts';
import { keyName, names, SHORTCUTS, type ShortcutActions } from './shortcuts.ts';

/** The keys that currently do something, and the switch for them. */
export function ShortcutList({ actions }: { actions: ShortcutActions }) {
  const { t } = useTranslation('call');
  const { on, listed, opener } = useStore(shortcutStore);
  return (
    <Dialog
      open={listed}
      onOpenChange={(open) => shortcutStore.setState({ listed: open })}
      title={t('shortcuts.title')}
      closeLabel={t('start.close')}
      returnFocus={{ current: opener instanceof HTMLElement ? opener : null }}
    >
      <div className="grid gap-4">
        <dl className="grid gap-2">
          {names.map((name) =>
            actions[name] ? (
              <div key={name} className="flex items-center gap-4">
                <dt>
                  <kbd className="inline-grid size-9 place-items-center rounded-md border border-line bg-sunken font-semibold">
                    {keyName(name)}
                  </kbd>
                </dt>
                <dd>{t(SHORTCUTS[name].text)}</dd>
              </div>
            ) : null,
          )}
          {actions.places && (
            <div className="flex items-center gap-4">
              <dt>
                <kbd className="inline-grid h-9 min-w-9 place-items-center rounded-md border border-line bg-sunken px-2 font-semibold">
                  1–9
                </kbd>
              </dt>
              <dd>{t('places.jump')}</dd>
            </div>
          )}
        </dl>
        <Checkbox checked={on} onChange={(event) => setShortcuts(event.target.checked)}>
          {t('shortcuts.use')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
