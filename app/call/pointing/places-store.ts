import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import type { Direction } from '#app/sphere/look/look-store.ts';
import { callStore } from '../state/call-store.ts';

const STORAGE_KEY = 'panocall.places';
/** The number of digit keys that lead to places. */
export const MOST_PLACES = 9;
export const MOST_LETTERS = 40;

const placeSchema = z.object({
  name: z.string().min(1).max(MOST_LETTERS),
  yaw: z.number().min(-180).max(180),
  pitch: z.number().min(-90).max(90),
});

/** A named direction in the other person's sphere. */
export type Place = z.infer<typeof placeSchema>;

const storedSchema = z.object({ token: z.string(), places: z.array(placeSchema).max(MOST_PLACES) });

type Places = {
  /** The room of the places; null without a call. */
  token: string | null;
  /** In the order of their keys. */
  places: readonly Place[];
  /** Whether the list is open. */
  open: boolean;
  /** The element that had the focus before. */
  opener: Element | null;
};

const NONE: Places = { token: null, places: [], open: false, opener: null };

/** The places saved in this tab for one room. They survive a reload, and are not sent to anyone. */
export const placesStore = createStore<Places>()(() => NONE);

callStore.subscribe(({ call }) => {
  const token = call?.token ?? null;
  if (token !== placesStore.getState().token)
    placesStore.setState({ ...NONE, token, places: token ? stored(token) : [] });
});

/** @param at the viewer's direction */
export function savePlace(name: string, { yaw, pitch }: Direction): void {
  change([...placesStore.getState().places, { name: name.trim().slice(0, MOST_LETTERS), yaw, pitch }]);
}

export function forgetPlace(index: number): void {
  change(placesStore.getState().places.filter((_, at) => at !== index));
}

/** Opens the list. @param opener gets the focus back */
export function listPlaces(opener: Element | null): void {
  placesStore.setState({ open: true, opener });
}

export function closePlaces(): void {
  placesStore.setState({ open: false });
}

function change(places: readonly Place[]): void {
  placesStore.setState({ places });
  const { token } = placesStore.getState();
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ token, places }));
  } catch {
    // Storage is disabled: places last until the page is left.
  }
}

function stored(token: string): Place[] {
  try {
    const found = storedSchema.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? ''));
    return found.token === token ? found.places : [];
  } catch {
    return [];
  }
}
