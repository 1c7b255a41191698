import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { pullSchema } from '#protocol/pull.ts';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { pullCamera } from '../state/api.ts';

/** Has the site fetch a camera's stream into the room. The address stays, for when the camera is lost. @param roomKey of the room */
export function PullCamera({ roomKey }: { roomKey: string }) {
  const { t } = useTranslation('call');
  const [address, setAddress] = useState(() => loadPreferences().pulledAddress);
  const [mistake, setMistake] = useState('');
  const [connecting, setConnecting] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = pullSchema.safeParse({ address: address.trim() });
    setMistake(data ? '' : t('stream.pull.invalid'));
    if (!data || connecting) return;
    changePreferences({ pulledAddress: data.address });
    setConnecting(true);
    const refusal = await pullCamera(roomKey, data);
    setConnecting(false);
    if (refusal) setMistake(t(`stream.pull.${refusal.why}`, { reason: refusal.reason }));
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 pt-2">
      <TextField
        label={t('stream.pull.address')}
        hint={t('stream.pull.hint')}
        error={mistake}
        name="camera"
        value={address}
        onChange={({ target: { value } }) => {
          setAddress(value);
          setMistake('');
        }}
        maxLength={500}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary" busy={connecting} className="justify-self-end">
        {t(connecting ? 'stream.pull.connecting' : 'stream.pull.connect')}
      </Button>
    </form>
  );
}
