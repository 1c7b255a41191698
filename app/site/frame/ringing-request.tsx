import { useLocation } from '@remix-run/react';
import { useMemo } from 'react';
import IncomingRequest from '#app/call/request/incoming.tsx';
import { requestLink } from '#app/call/request/request-over-http.ts';
import { inLanguage } from '#app/i18n/languages.ts';
import type { RingingProps } from '#app/notifications/live/plain-ringing.tsx';

/** Shows a ringing request on any page, until it is answered or dismissed. */
export default function RingingRequest({ callPath, told, onDone }: RingingProps) {
  const link = useMemo(() => requestLink(callPath), [callPath]);
  // The request's own page shows the same, in whichever language.
  if (inLanguage(useLocation().pathname, 'en') === inLanguage(told.address, 'en')) return null;
  return <IncomingRequest link={link} onDone={onDone} />;
}
