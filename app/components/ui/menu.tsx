import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

const itemClass =
  'flex min-h-11 items-center gap-3 rounded-md px-3 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken';

type MenuProps = {
  /** A button that opens the menu. */
  trigger: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
};

export function Menu({ trigger, children, defaultOpen }: MenuProps) {
  return (
    <Primitive.Root defaultOpen={defaultOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-appear overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-text shadow-soft"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type MenuItemProps = { onSelect(): void; disabled?: boolean; children: ReactNode };

export function MenuItem({ onSelect, disabled, children }: MenuItemProps) {
  return (
    <Primitive.Item onSelect={onSelect} disabled={disabled} className={itemClass}>
      {children}
    </Primitive.Item>
  );
}

/** A setting that is on or off; selecting it toggles it. */
export function MenuSwitch({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
}) {
  return (
    <Primitive.CheckboxItem checked={checked} onCheckedChange={onChange} className={itemClass}>
      {children}
      <Primitive.ItemIndicator className="ml-auto">
        <Check aria-hidden size={20} className="text-accent-text" />
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  );
}

/** A menu item that is a link. */
export function MenuLink({ children }: { children: ReactNode }) {
  return (
    <Primitive.Item asChild className={itemClass}>
      {children}
    </Primitive.Item>
  );
}
