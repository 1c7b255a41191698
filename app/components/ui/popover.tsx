import { Popover as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

type PopoverProps = {
  /** A button that toggles the panel. */
  trigger: ReactNode;
  /** The panel's accessible name. */
  label: string;
  children: ReactNode;
};

/** Closes the panel that it is in when its child is pressed. */
export function PopoverClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>;
}

/** A small non-modal panel above its button. */
export function Popover({ trigger, label, children }: PopoverProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          side="top"
          sideOffset={12}
          collisionPadding={12}
          className="z-40 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] animate-appear overflow-y-auto rounded-lg border border-line bg-raised p-5 text-text shadow-soft outline-none"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
