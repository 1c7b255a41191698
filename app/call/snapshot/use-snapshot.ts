import { useEffect, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Person } from '#protocol/person.ts';
import { notify } from '../notices/notice-store.ts';
import { readPeople } from '../state/api.ts';
import type { CallState } from '../state/call-state.ts';
import { requireCall } from '../state/call-store.ts';
import { onHeard } from '../state/said.ts';
import { fileName, save } from './save.ts';
import type { ShownPicture } from './shown-picture.ts';

/**
 * Saves the current view of the other side's picture, or the whole picture, for which `savesSphere` has to request all of
 * it. Always tells the other side, and announces when that one saves.
 */
export function useSnapshot({ token, seat, remoteDetail }: CallState, shown: ShownPicture) {
  const { t } = useTranslation('call');
  const [savesSphere, setSavesSphere] = useState(false);
  useEffect(
    () =>
      onHeard('pictureSaved', async () => {
        const other = await personOf(token, seat === 'host' ? 'guest' : 'host');
        notify(other ? t('snapshot.byName', { name: other.name }) : t('snapshot.byOther'));
      }),
    [token, seat, t],
  );
  const readSphere = async (): Promise<Blob> => {
    if (!remoteDetail) return shown.readSphere();
    setSavesSphere(true);
    try {
      await shown.grown();
      return await shown.readSphere();
    } finally {
      setSavesSphere(false);
    }
  };
  const snapshot = async (what: 'view' | 'sphere'): Promise<void> => {
    const name = fileName(what, new Date());
    try {
      const file = await (what === 'view' ? shown.readView() : readSphere());
      await requireCall().say('pictureSaved', {});
      save(file, name);
      notify(t('snapshot.saved'));
    } catch (error) {
      notify(t(error instanceof ProtocolError ? 'snapshot.untold' : 'snapshot.failed'));
    }
  };
  return { snapshot, savesSphere };
}

/** Null without an account, or if it cannot be read now. */
async function personOf(token: string, seat: CallState['seat']): Promise<Person | null> {
  try {
    return (await readPeople(token))[seat];
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
