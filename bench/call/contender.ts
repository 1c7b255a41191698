import type { Page } from '@playwright/test';
import type { Quality, VideoTarget } from '#protocol/video-quality.ts';
import type { Visitor } from './browsers.ts';

export type Shape = VideoTarget & { quality: Quality };

/** The two browsers of a call; only the host's has the film as its camera. */
export type Visitors = { host: Visitor; guest: Visitor };

/** Process ids whose CPU time is attributed to a contender. */
type ServerProcesses = Record<'web' | 'mediaServer' | 'worker', readonly number[]>;

export type Contender = {
  name: string;
  processes: ServerProcesses;
  /** Prepares everything up to the click at which the measurement starts. */
  prepare(visitors: Visitors, shape: Shape): Promise<PreparedCall>;
};

/** Another way into a call, for which only the first picture is measured. */
export type WayIn = Pick<Contender, 'name' | 'prepare'>;

export type PreparedCall = {
  /** Clicks, or opens the page: then the measurement starts with the navigation. */
  click(): Promise<unknown>;
  /** The page that is clicked or opened, receives and renders. */
  viewer: Page;
  /** The page that sends; the same one in a loopback. */
  sender: Page;
  close(): Promise<void>;
};
