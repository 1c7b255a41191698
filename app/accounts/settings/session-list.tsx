import { Form } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import type { ShownSession } from './shown-sessions.server.ts';

type SessionListProps = {
  sessions: ShownSession[];
  /** Name for an unknown device. */
  unknown: string;
  /** Description of a session, line by line. */
  linesOf(session: ShownSession): string[];
  /** The button's label. */
  end: string;
  /** Its accessible name. */
  endLabel(device: string): string;
};

/** Sessions of a user; all except the viewer's own can be ended. */
export function SessionList({ sessions, unknown, linesOf, end, endLabel }: SessionListProps) {
  return (
    <ul className="max-w-2xl divide-y divide-line">
      {sessions.map((session) => {
        const { id, current } = session;
        const device = session.device ?? unknown;
        return (
          <li key={id} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{device}</p>
              {linesOf(session).map((line) => (
                <p key={line} className="text-sm text-muted wrap-anywhere">
                  {line}
                </p>
              ))}
            </div>
            {!current && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="endSession" />
                <Button type="submit" name="id" value={id} variant="quiet" aria-label={endLabel(device)}>
                  {end}
                </Button>
              </Form>
            )}
          </li>
        );
      })}
    </ul>
  );
}
