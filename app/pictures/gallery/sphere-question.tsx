import { Form } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

type SphereQuestionProps = {
  id: string;
  /** The picture's name. */
  picture: string;
};

/** Asks whether a picture without metadata is a 360° one. */
export function SphereQuestion({ id, picture }: SphereQuestionProps) {
  const { t } = useTranslation('personal');
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="showPicture" />
      <input type="hidden" name="id" value={id} />
      <fieldset aria-label={t('gallery.askLabel', { picture })} className="grid grid-cols-2 gap-2">
        <p className="col-span-2 text-sm">{t('gallery.ask')}</p>
        <Button type="submit" variant="secondary" name="isSphere" value="true">
          {t('gallery.yes')}
        </Button>
        <Button type="submit" variant="secondary" name="isSphere" value="false">
          {t('gallery.no')}
        </Button>
      </fieldset>
    </Form>
  );
}
