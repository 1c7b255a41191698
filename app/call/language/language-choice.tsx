import { Languages } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { MenuItem } from '#app/components/ui/menu.tsx';
import { LANGUAGES, OWN_NAMES } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/locale.tsx';
import { useChangeLanguage } from './use-change-language.ts';

/** Menu items with the other languages. */
export function LanguageItems() {
  const change = useChangeLanguage();
  return useOthers().map((language) => (
    <MenuItem key={language} onSelect={() => void change(language)}>
      <Languages aria-hidden size={20} />
      <span lang={language}>{OWN_NAMES[language]}</span>
    </MenuItem>
  ));
}

/** Buttons with the other languages. */
export function LanguageButtons() {
  const change = useChangeLanguage();
  return useOthers().map((language) => (
    <Button key={language} variant="quiet" lang={language} onClick={() => void change(language)}>
      <Languages aria-hidden size={20} />
      {OWN_NAMES[language]}
    </Button>
  ));
}

function useOthers() {
  const current = useLanguage();
  return LANGUAGES.filter((language) => language !== current);
}
