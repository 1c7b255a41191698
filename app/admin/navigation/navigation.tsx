import { NavLink, useLocation } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { inLanguage } from '#app/i18n/languages.ts';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { GROUPS, type Section } from '../sections.ts';
import type { Waiting } from './waiting.server.ts';

const SECTIONS = GROUPS.flatMap(({ sections }): readonly Section[] => sections);

/**
 * Links to the sections, in groups, with the number of rows that wait for an administrator: beside the page, or on
 * narrow screens above it behind a button.
 */
export function Navigation({ waiting }: { waiting: Waiting }) {
  const { t } = useLabels();
  const { pathname } = useLocation();
  const id = useId();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === pathname;
  const list = useRef<HTMLElement>(null);
  useCurrentInView(list);
  const counts: Partial<Record<Section, number>> = waiting;
  const total = Object.values(waiting).reduce((sum, count) => sum + count, 0);
  const [, , current] = inLanguage(pathname, 'en').split('/');
  const section = SECTIONS.find((one) => one === current);
  return (
    <div className="lg:sticky lg:top-0 lg:self-start">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenedAt(isOpen ? null : pathname)}
        className="flex min-h-11 w-full items-center gap-2 border-b border-line py-2 text-left font-semibold lg:hidden noscript:hidden"
      >
        <span className="flex-1">
          <span className="sr-only">{t('sections')}: </span>
          {t(section ? `section.${section}` : 'title')}
        </span>
        <Count count={total} />
        <ChevronDown aria-hidden size={18} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <nav
        ref={list}
        id={id}
        aria-label={t('sections')}
        className={`grid gap-x-6 gap-y-4 py-3 text-sm max-lg:grid-cols-2 noscript:grid lg:max-h-[calc(100dvh-8rem)] lg:gap-y-2.5 lg:overflow-y-auto lg:pr-2 ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <ul className="col-span-full">
          <Entry to="/admin" end>
            {t('overview')}
          </Entry>
        </ul>
        {GROUPS.map(({ group, sections }) => (
          <div key={group}>
            <p id={`${id}-${group}`} className="px-2.5 pb-0.5 text-xs font-semibold text-muted">
              {t(`group.${group}`)}
            </p>
            <ul aria-labelledby={`${id}-${group}`}>
              {sections.map((each) => (
                <Entry key={each} to={`/admin/${each}`}>
                  <span className="min-w-0 flex-1 wrap-anywhere">{t(`section.${each}`)}</span>
                  <Count count={counts[each] ?? 0} />
                </Entry>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}

/** Scrolls the list, not the page, to the current section. */
function useCurrentInView(list: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current section changes with the page
  useEffect(() => {
    const { current } = list;
    const link = current?.querySelector<HTMLElement>('[aria-current]');
    if (!current || !link) return;
    const top = link.offsetTop - current.offsetTop;
    // Scrolling a visible link could move it from under the pointer.
    const isInView =
      top >= current.scrollTop && top + link.offsetHeight <= current.scrollTop + current.clientHeight;
    if (!isInView) current.scrollTop = top - link.offsetHeight;
  }, [list, pathname]);
}

function Entry({ to, end, children }: { to: string; end?: boolean; children: ReactNode }) {
  const localePath = useLocalePath();
  return (
    <li>
      <NavLink
        viewTransition
        to={localePath(to)}
        end={end}
        className={({ isActive }) =>
          `flex items-center gap-2 rounded-md px-2.5 py-2 no-underline -outline-offset-2 lg:py-0.5 ${isActive ? 'bg-sunken font-semibold' : 'text-muted hover:bg-sunken hover:text-text'}`
        }
      >
        {children}
      </NavLink>
    </li>
  );
}

function Count({ count }: { count: number }) {
  const { t } = useLabels();
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-text px-2 text-xs/5 font-semibold text-ground tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('waiting', { count })}</span>
    </span>
  );
}
