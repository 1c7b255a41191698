import { NavLink, useLocation } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';

type Entry = {
  to: string;
  label: string;
  /** Number of things that wait there. */
  count?: number;
  /** Whether it is current only on its own page, not on those below it. */
  end?: boolean;
};

type SideMenuProps = {
  label: string;
  /** The first group has no title. */
  groups: readonly { title?: string; entries: readonly Entry[] }[];
  /** Says what a count means. */
  countLabel(count: number): string;
};

/**
 * Links to the pages of a part of the site, in groups: beside the page, or on narrow screens above it behind a button,
 * which names the current page.
 */
export function SideMenu({ label, groups, countLabel }: SideMenuProps) {
  const { pathname } = useLocation();
  const id = useId();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === pathname;
  const list = useRef<HTMLElement>(null);
  useCurrentInView(list);
  const entries = groups.flatMap((group) => group.entries);
  const total = entries.reduce((sum, { count = 0 }) => sum + count, 0);
  const current =
    entries.find(({ to, end }) => pathname === to || (!end && pathname.startsWith(`${to}/`))) ?? entries[0];
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
          <span className="sr-only">{label}: </span>
          {current?.label}
        </span>
        <Count count={total} label={countLabel} />
        <ChevronDown aria-hidden size={18} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <nav
        ref={list}
        id={id}
        aria-label={label}
        className={`grid gap-x-6 gap-y-4 py-3 text-sm max-lg:grid-cols-2 noscript:grid lg:max-h-[calc(100dvh-8rem)] lg:gap-y-2.5 lg:overflow-y-auto lg:pr-2 ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        {groups.map(({ title, entries: inGroup }) => (
          <div key={title ?? ''} className={title ? '' : 'col-span-full'}>
            {title && (
              <p id={`${id}-${title}`} className="px-2.5 pb-0.5 text-xs font-semibold text-muted">
                {title}
              </p>
            )}
            <ul aria-labelledby={title && `${id}-${title}`}>
              {inGroup.map(({ to, label: name, count = 0, end }) => (
                <li key={to}>
                  <NavLink
                    viewTransition
                    to={to}
                    end={end}
                    className={({ isActive }) =>
                      `flex items-center gap-2 rounded-md px-2.5 py-2 no-underline -outline-offset-2 lg:py-0.5 ${isActive ? 'bg-sunken font-semibold' : 'text-muted hover:bg-sunken hover:text-text'}`
                    }
                  >
                    <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                    <Count count={count} label={countLabel} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}

/** Scrolls the list, not the page, to the current page's link. */
function useCurrentInView(list: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the page
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

function Count({ count, label }: { count: number; label(count: number): string }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-text px-2 text-xs/5 font-semibold text-ground tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{label(count)}</span>
    </span>
  );
}
