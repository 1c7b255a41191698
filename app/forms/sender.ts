import { createContext } from 'react';

/** Id of the logged-in user, or null. A form keeps the one it was first rendered for. */
export const Sender = createContext<string | null>(null);

/** Name of the form input with that id. */
export const SENDER = 'sender';
