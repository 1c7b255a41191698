import { Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import {
  closePlaces,
  forgetPlace,
  MOST_LETTERS,
  MOST_PLACES,
  placesStore,
  savePlace,
} from './places-store.ts';

type PlacesListProps = { look: LookStore; onGo(index: number): void };

/** The directions saved by this side, and a field to name the current one. */
export function PlacesList({ look, onGo }: PlacesListProps) {
  const { t } = useTranslation('call');
  const { places, open, opener } = useStore(placesStore);
  const [name, setName] = useState('');
  const [isNameless, setNameless] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setNameless(name.trim() === '');
    if (name.trim() === '') return field.current?.focus();
    savePlace(name, look.getState());
    setName('');
  };
  return (
    <Dialog
      open={open}
      onOpenChange={closePlaces}
      title={t('places.title')}
      closeLabel={t('start.close')}
      returnFocus={{ current: opener instanceof HTMLElement ? opener : null }}
    >
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t('places.hint')}</p>
        {places.length > 0 && (
          <ol className="grid gap-1">
            {places.map((place, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and their number is what is shown
              <li key={index} className="flex items-center gap-2">
                <kbd className="inline-grid size-9 place-items-center rounded-md border border-line bg-sunken font-semibold">
                  {index + 1}
                </kbd>
                <Button
                  variant="quiet"
                  className="min-w-0 flex-1 justify-start text-left wrap-anywhere"
                  onClick={() => {
                    closePlaces();
                    onGo(index);
                  }}
                >
                  {place.name}
                </Button>
                <IconButton
                  tone="quiet"
                  label={t('places.forget', { name: place.name })}
                  onClick={() => forgetPlace(index)}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </li>
            ))}
          </ol>
        )}
        {places.length < MOST_PLACES ? (
          <form onSubmit={onSubmit} className="grid gap-3">
            <TextField
              ref={field}
              label={t('places.name')}
              value={name}
              maxLength={MOST_LETTERS}
              error={isNameless ? t('places.nameless') : undefined}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit">{t('places.save')}</Button>
          </form>
        ) : (
          <p role="status" className="text-sm">
            {t('places.full')}
          </p>
        )}
      </div>
    </Dialog>
  );
}
