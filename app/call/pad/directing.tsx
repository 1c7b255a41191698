import { Footprints } from 'lucide-react';
import type { ReactNode } from 'react';

type DirectingProps = { label: string; title: ReactNode; className: string; children: ReactNode };

/** Frame of the controls with which a guest directs the host: it sets them apart from those of the guest's own view. */
export function Directing({ label, title, className, children }: DirectingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={label}
      className={`grid gap-1 rounded-lg border border-accent bg-ink/90 p-2 text-white shadow-soft ${className}`}
    >
      <div className="flex h-6 items-center gap-1.5 overflow-hidden text-xs font-semibold whitespace-nowrap text-accent-text">
        <Footprints aria-hidden size={16} className="shrink-0" />
        {title}
      </div>
      {children}
    </div>
  );
}
