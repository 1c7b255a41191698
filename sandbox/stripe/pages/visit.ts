import type { Sandbox } from '../sandbox.ts';
import type { Page } from './layout.ts';

/** A request for a hosted page. */
export interface Visit {
  sandbox: Sandbox;
  /** Last part of the path. */
  id: string;
  /** Submitted fields; null for a GET. */
  form: Record<string, string> | null;
  /** The Accept-Language header. */
  accepts: string | undefined;
}

/** A page, a redirect, or null if the page does not exist. */
export type Outcome = Page | { to: string } | null;
