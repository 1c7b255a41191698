import { createContext } from 'react';

/** The id of who is logged in; null for no one. A form notes it when it is first shown. */
export const Sender = createContext<string | null>(null);

/** The input of a form with that id. */
export const SENDER = 'sender';
