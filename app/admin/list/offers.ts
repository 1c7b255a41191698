import { z } from 'zod';

const offerSchema = z.object({
  section: z.string(),
  id: z.string(),
  title: z.string(),
  undo: z.string(),
  /** In milliseconds since 1970. */
  until: z.number(),
});
/** A deletion that can be undone. */
export type Offer = z.infer<typeof offerSchema>;

/**
 * In the tab's storage, which a logout clears: the server keeps no copy of a deleted row, and a signed row with its
 * text is too long for a cookie.
 */
const KEY = 'undo';
const NONE: readonly Offer[] = [];
const listeners = new Set<() => void>();
let shown: string | null = null;
let read: { text: string | null; offers: readonly Offer[] } = { text: null, offers: NONE };

function all(): readonly Offer[] {
  const text = sessionStorage.getItem(KEY);
  // The same array for the same text, as useSyncExternalStore requires.
  if (text !== read.text) read = { text, offers: parsed(text) };
  return read.offers;
}

function parsed(text: string | null): readonly Offer[] {
  try {
    return z.array(offerSchema).parse(JSON.parse(text ?? '[]'));
  } catch {
    return NONE;
  }
}

function keep(offers: readonly Offer[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(offers));
  } catch {
    // The storage is full: the offer lasts only as long as its page.
  }
  for (const listener of listeners) listener();
}

/** This tab's deletions that can still be undone, latest first. */
export const offers = {
  all,
  none: () => NONE,
  /** The deletion the page itself has just confirmed. */
  shown: (): string | null => shown,
  show(undo: string | null): void {
    shown = undo;
    for (const listener of listeners) listener();
  },
  add(offer: Offer): void {
    keep([offer, ...all().filter(({ undo, until }) => undo !== offer.undo && until > Date.now())]);
  },
  /** Removes the offer of a restored row. */
  forget(section: string, id: string | null): void {
    const others = all().filter((offer) => offer.section !== section || offer.id !== id);
    if (others.length < all().length) keep(others);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
