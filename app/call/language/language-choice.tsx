import { Languages } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { LANGUAGES, OWN_NAMES } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/locale.tsx';
import type { Language } from '#protocol/languages.ts';
import { useChangeLanguage } from './use-change-language.ts';

type Choice = { language: Language; name: string; choose(): void };

/** The other languages, each with its own name. */
export function useOtherLanguages(): Choice[] {
  const current = useLanguage();
  const change = useChangeLanguage();
  return LANGUAGES.filter((language) => language !== current).map((language) => ({
    language,
    name: OWN_NAMES[language],
    choose: () => void change(language),
  }));
}

/** Buttons with the other languages. */
export function LanguageButtons() {
  return useOtherLanguages().map(({ language, name, choose }) => (
    <Button key={language} variant="quiet" lang={language} onClick={choose}>
      <Languages aria-hidden size={20} />
      {name}
    </Button>
  ));
}
