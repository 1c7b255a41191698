import type { ErrorBody, ErrorCode } from '#protocol/errors.ts';
import type { EventData, EventName, RequestData, RequestName, ResponseData } from '#protocol/messages.ts';

/** Messages between the page and its real-time worker; both come from the same build. */

/** State of the worker's socket. `closed` is final. */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'closed';

export type RealtimeRequest = {
  [N in RequestName]: { name: N; data: RequestData<N> };
}[RequestName];

export type RealtimeEvent = { [N in EventName]: { name: N; data: EventData<N> } }[EventName];

/** How to log in: for a seat, or for a person's notifications. */
type FirstAuth = { ticket: string } | { userTicket: string };

export type PageToWorker =
  /** `timeoutMs`: how long a request may take. */
  | ({ type: 'open'; url: string; timeoutMs: number } & FirstAuth)
  /** The response to `ticketWanted`. */
  | ({ type: 'ticket'; url: string } & FirstAuth)
  | { type: 'ticketRefused'; code: ErrorCode }
  | { type: 'request'; id: number; request: RealtimeRequest }
  /** Checks the socket, because the network may have changed; a lost one is replaced at once. */
  | { type: 'check' }
  /** Logs out and closes. */
  | { type: 'close' };

export type WorkerToPage =
  | { type: 'connection'; state: ConnectionState; code: ErrorCode | 'REPLACED' | null }
  | { type: 'loggedIn'; login: ResponseData<'login'> }
  | { type: 'answer'; id: number; data: ResponseData<RequestName> }
  | { type: 'refusal'; id: number; error: ErrorBody }
  | { type: 'event'; event: RealtimeEvent }
  /** A new ticket from the web server is needed. */
  | { type: 'ticketWanted' };
