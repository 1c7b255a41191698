import { useLocation, useSubmit } from '@remix-run/react';
import { Languages, Mail, Moon, Newspaper, Rotate3d } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink, MenuSwitch } from '#app/components/ui/menu.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';
import { LanguageDialog } from './language-dialog.tsx';
import { MenuIcon } from './menu-icon.tsx';
import { useIsRoom } from './use-is-room.ts';

/** The header's menu; initially open, because a click loads it. */
export default function SiteMenu({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const trigger = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  const isRoom = useIsRoom();
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
            <MenuIcon />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setChoosing(true)}>
          <Languages aria-hidden size={20} />
          {t('language.menu')}
        </MenuItem>
        <MenuLink>
          <LocaleLink to="/user">
            <Rotate3d aria-hidden size={20} />
            {t('sections.streamers')}
          </LocaleLink>
        </MenuLink>
        <MenuLink>
          <LocaleLink to="/contact-us">
            <Mail aria-hidden size={20} />
            {t('menu.contact')}
          </LocaleLink>
        </MenuLink>
        <MenuLink>
          <LocaleLink to="/blog">
            <Newspaper aria-hidden size={20} />
            {t('menu.blog')}
          </LocaleLink>
        </MenuLink>
        {!isRoom && <DarkMode />}
      </Menu>
      <LanguageDialog open={choosing} onOpenChange={setChoosing} returnFocus={trigger} />
    </>
  );
}

function DarkMode() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  const chosen = useRootData()?.theme;
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  return (
    <MenuSwitch
      checked={isDark}
      onChange={(dark) =>
        submit(
          { theme: dark ? 'dark' : 'light', page: pathname + search },
          { method: 'post', action: '/theme', preventScrollReset: true, replace: true },
        )
      }
    >
      <Moon aria-hidden size={20} />
      {t('menu.dark')}
    </MenuSwitch>
  );
}
