import { type RefObject, useRef } from 'react';
import { useStore } from 'zustand';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { listShortcuts, setShortcuts, shortcutStore } from './shortcut-store.ts';
import { keyName, names, SHORTCUTS, type ShortcutActions } from './shortcuts.ts';

/** The keys that do something now, and the switch for them. @param menu the button of the menu that opens it, too */
export function ShortcutList({
  actions,
  menu,
}: {
  actions: ShortcutActions;
  menu: RefObject<HTMLButtonElement>;
}) {
  const { t } = useTranslation('call');
  const { on, listed } = useStore(shortcutStore);
  /** Also while it closes. */
  const opener = useRef(listed);
  opener.current = listed ?? opener.current;
  return (
    <Dialog
      open={listed !== null}
      onOpenChange={() => listShortcuts(null)}
      title={t('shortcuts.title')}
      closeLabel={t('start.close')}
      returnFocus={opener.current === 'menu' ? menu : undefined}
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
        </dl>
        <Checkbox checked={on} onChange={(event) => setShortcuts(event.target.checked)}>
          {t('shortcuts.use')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
