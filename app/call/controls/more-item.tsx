import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PopoverClose } from '#app/components/ui/popover.tsx';

type MoreItemProps = {
  Icon: LucideIcon;
  onSelect(): void;
  /** Pressing it closes the panel. */
  closes?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

/** A row of the panel that does something when pressed. */
export function MoreItem({ Icon, onSelect, closes = false, disabled, children }: MoreItemProps) {
  const item = (
    <button
      type="button"
      disabled={disabled}
      className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1 text-left hover:not-disabled:bg-sunken disabled:opacity-50"
      onClick={onSelect}
    >
      <Icon aria-hidden size={20} className="shrink-0" />
      {children}
    </button>
  );
  return closes ? <PopoverClose>{item}</PopoverClose> : item;
}
