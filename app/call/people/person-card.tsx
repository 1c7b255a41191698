import { languageName } from '#app/i18n/language-name.ts';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Person } from '#protocol/person.ts';

/** @param title shown instead of the name */
export function PersonCard({ person, title }: { person: Person; title?: string }) {
  const { t, language } = useTranslation('call');
  const localePath = useLocalePath();
  const { name, avatar, languages, profile } = person;
  const spoken = languages.map((spoken) => languageName(spoken, language));
  return (
    <div className="flex items-center gap-3">
      <img src={avatar} alt="" width={48} height={48} className="size-12 shrink-0 rounded-full bg-sunken" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {profile && !title ? (
            <a href={localePath(`/user/${profile}`)} target="_blank" rel="noreferrer" className="underline">
              {name}
            </a>
          ) : (
            (title ?? name)
          )}
        </p>
        {spoken.length > 0 && (
          <p className="text-sm text-muted">
            {t('people.speaks', { languages: new Intl.ListFormat(language).format(spoken) })}
          </p>
        )}
      </div>
    </div>
  );
}
