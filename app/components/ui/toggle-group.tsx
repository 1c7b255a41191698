import { ToggleGroup as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

type ToggleGroupProps = {
  label: string;
  value: string;
  /** Called with the newly selected item's value; an item cannot be deselected. */
  onChange(value: string): void;
  children: ReactNode;
};

/** A choice of one of a few visible `ToggleItem`s; arrow keys move between them. */
export function ToggleGroup({ label, value, onChange, children }: ToggleGroupProps) {
  return (
    <Primitive.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next)}
      className="inline-flex gap-1 rounded-full bg-ground/95 p-1"
    >
      {children}
    </Primitive.Root>
  );
}

type ToggleItemProps = {
  value: string;
  /** Looks disabled; `aria-describedby` says why. */
  unavailable?: boolean;
  'aria-describedby'?: string;
  children: ReactNode;
};

export function ToggleItem({ unavailable, ...props }: ToggleItemProps) {
  return (
    <Primitive.Item
      {...props}
      aria-disabled={unavailable}
      className="inline-flex min-h-10 items-center gap-2 rounded-full px-3 text-sm text-muted transition-colors duration-150 not-aria-disabled:hover:text-text aria-disabled:cursor-not-allowed aria-disabled:text-muted/80 data-[state=on]:bg-text data-[state=on]:font-semibold data-[state=on]:text-ground"
    />
  );
}
