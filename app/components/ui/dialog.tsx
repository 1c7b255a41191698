import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from './icon-button.tsx';

type DialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  closeLabel: string;
  /** If false, neither a click outside nor Escape closes it, only its buttons. */
  dismissible?: boolean;
  /** Gets the focus after it closes, if the previously focused element (e.g. a menu item) no longer exists. */
  returnFocus?: RefObject<HTMLElement>;
  children: ReactNode;
};

/** A bottom sheet on phones, a centred card elsewhere. Scrolls if it is higher than the window. */
export function Dialog({
  open,
  onOpenChange,
  title,
  closeLabel,
  dismissible = true,
  returnFocus,
  children,
}: DialogProps) {
  const keep = dismissible ? undefined : (event: Event) => event.preventDefault();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-ink/60" />
        <Primitive.Content
          aria-describedby={undefined}
          onInteractOutside={keep}
          onEscapeKeyDown={keep}
          onCloseAutoFocus={(event) => {
            if (!returnFocus) return;
            event.preventDefault();
            returnFocus.current?.focus();
          }}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full max-w-xl animate-rise flex-col rounded-t-lg bg-raised text-text shadow-soft outline-none sm:inset-0 sm:m-auto sm:h-fit sm:rounded-lg"
        >
          <div className="flex items-center justify-between gap-4 px-5 pt-4 sm:px-7 sm:pt-6">
            <Primitive.Title className="min-w-0 text-xl wrap-anywhere">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={closeLabel} tone="quiet" className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          <div className="overflow-y-auto px-5 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-7 sm:pb-7">
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
