import type { Sandbox } from '../sandbox.ts';
import type { Page } from './layout.ts';

/** Someone's visit to a hosted page. */
export interface Visit {
  sandbox: Sandbox;
  /** The last part of the address. */
  id: string;
  /** What they sent; null while they only look. */
  form: Record<string, string> | null;
  /** The browser's languages: the header. */
  accepts: string | undefined;
}

/** A page, where to go instead, or null: there is no such page. */
export type Outcome = Page | { to: string } | null;
