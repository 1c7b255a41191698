import { type ReactNode, useId } from 'react';

type NotedProps = {
  /** What else the button does, such as sending an email. */
  note: string | undefined;
  /** The button. @param id for its `aria-describedby` */
  children(id: string | undefined): ReactNode;
};

/** A button with a note beside it that describes it. */
export function Noted({ note, children }: NotedProps) {
  const id = useId();
  if (!note) return children(undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {children(id)}
      <p id={id} className="max-w-prose text-sm text-muted">
        {note}
      </p>
    </div>
  );
}
