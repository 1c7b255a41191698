import { useStore } from 'zustand';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { directedStore, setSpeaks, setVibrates } from './directed-store.ts';
import { chooseBoard, connectRelay, disconnectRelay, isRelaySupported, relayStore } from './relay.ts';
import { RELAY_BOARDS } from './relay-boards.ts';

/** Settings of how directions are signalled, and of the relay that follows the pad. */
export default function DirectedSettings({ relay }: { relay: boolean }) {
  const { t } = useTranslation('call');
  const { speaks, vibrates } = useStore(directedStore);
  return (
    <>
      {'speechSynthesis' in window && (
        <Checkbox checked={speaks} onChange={(event) => setSpeaks(event.target.checked)}>
          {t('pad.speak')}
        </Checkbox>
      )}
      {'vibrate' in navigator && (
        <Checkbox checked={vibrates} onChange={(event) => setVibrates(event.target.checked)}>
          {t('pad.vibrate')}
        </Checkbox>
      )}
      {relay && <RelaySettings />}
    </>
  );
}

function RelaySettings() {
  const { t } = useTranslation('call');
  const { status, name, board } = useStore(relayStore);
  if (!isRelaySupported()) return <p className="text-sm text-muted">{t('relay.unsupported')}</p>;
  const isOn = status === 'connected' || status === 'connecting';
  return (
    <div className="grid gap-3">
      <Select
        label={t('relay.board')}
        hint={t('relay.channels')}
        value={board.id}
        disabled={isOn}
        onChange={(event) => chooseBoard(event.target.value)}
      >
        {RELAY_BOARDS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {isOn ? (
        <Button variant="secondary" busy={status === 'connecting'} onClick={disconnectRelay}>
          {t('relay.disconnect')}
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => void connectRelay()}>
          {t('relay.connect')}
        </Button>
      )}
      <p role="status" className="text-sm text-muted">
        {t(`relay.status.${status}`, { name })}
      </p>
    </div>
  );
}
