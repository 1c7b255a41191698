import { type FormEvent, Suspense, useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { StarInput } from '#app/components/ui/star-input.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Person } from '#protocol/person.ts';
import { publishReview } from '../state/api.ts';

/** Form offered once, after a call with a streamer. */
export function Review({ person }: { person: Person }) {
  return (
    // Its texts are those of profiles, which calls load only here.
    <Suspense>
      <ReviewForm person={person} />
    </Suspense>
  );
}

function ReviewForm({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const { t: callText } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const [rating, setRating] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open');
  const [error, setError] = useState<ProtocolError | null>(null);
  const wrong = (path: string) => error?.fields?.some((field) => field.path === path) === true;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState('sending');
    try {
      await publishReview(person.id, rating, text);
      setState('done');
    } catch (refusal) {
      if (!(refusal instanceof ProtocolError)) throw refusal;
      setError(refusal);
      setState('open');
    }
  };

  if (state === 'done') return <Alert tone="success">{t('reviews.saved')}</Alert>;
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={callText('people.review', { name: person.name })}
      className="grid w-full max-w-md gap-4 rounded-lg border border-line bg-raised p-5 text-left text-text"
    >
      <h2 className="text-xl">{callText('people.review', { name: person.name })}</h2>
      <StarInput
        label={t('reviews.stars')}
        nameOf={(count) => t('rating.stars', { count })}
        choice={(star) => ({
          name: 'rating',
          checked: rating === star,
          onChange: () => setRating(star),
        })}
        error={wrong('rating') ? t('reviews.starsMissing') : undefined}
      />
      <TextArea
        label={t('reviews.text')}
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={wrong('text') ? t('reviews.textTooLong') : undefined}
      />
      {error && !error.fields && <Alert tone="error">{errorText(error.code)}</Alert>}
      <Button type="submit" busy={state === 'sending'} className="justify-self-end">
        {t('reviews.publish')}
      </Button>
    </form>
  );
}
