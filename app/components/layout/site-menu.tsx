import { Languages, Menu as MenuIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { LanguageDialog } from './language-dialog.tsx';

/** The header's menu; open from the start, because a click loads it. */
export default function SiteMenu({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const trigger = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        defaultOpen
        trigger={
          <IconButton
            ref={trigger}
            tone="quiet"
            label={t('header.menu')}
            disabled={disabled}
            className="-mr-3"
          >
            <MenuIcon aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setChoosing(true)}>
          <Languages aria-hidden size={20} />
          {t('language.menu')}
        </MenuItem>
      </Menu>
      <LanguageDialog open={choosing} onOpenChange={setChoosing} returnFocus={trigger} />
    </>
  );
}
