/** Controls that are scanned together, after their group was chosen. */
export type Group<T> = { element: T; items: readonly T[] };

/** The highlighted place: a group, or one of its controls. */
export type Place<T> = { group: T; item: T | null };

/**
 * The place of a group. A group with one control is highlighted as that control; if there is only one group, its
 * controls are scanned directly.
 */
function at<T>(groups: readonly Group<T>[], index: number): Place<T> | null {
  const group = groups[index % groups.length];
  if (!group) return null;
  const isDirect = groups.length === 1 || group.items.length === 1;
  return { group: group.element, item: isDirect ? (group.items[0] ?? null) : null };
}

/** The place to highlight next: the next group, the next control, or after the last control its group again. */
function advance<T>(groups: readonly Group<T>[], place: Place<T> | null): Place<T> | null {
  const index = groups.findIndex(({ element }) => element === place?.group);
  const group = groups[index];
  if (!group || !place) return at(groups, 0);
  if (place.item === null) return at(groups, index + 1);
  const next = group.items[group.items.indexOf(place.item) + 1];
  if (next) return { group: group.element, item: next };
  if (groups.length === 1) return at(groups, 0);
  return group.items.length === 1 ? at(groups, index + 1) : { group: group.element, item: null };
}

/** Effect of the switch at a place: enters a group, or presses a control; nothing if that is gone. */
function choose<T>(
  groups: readonly Group<T>[],
  place: Place<T> | null,
): { place: Place<T> | null; press: T | null } {
  const group = groups.find(({ element }) => element === place?.group);
  if (!group || !place) return { place: at(groups, 0), press: null };
  if (place.item === null) return { place: { ...place, item: group.items[0] ?? null }, press: null };
  // A control that has disappeared is not replaced by another.
  if (!group.items.includes(place.item)) return { place: at(groups, 0), press: null };
  return { place, press: place.item };
}

type Parts<T> = {
  /** Returns the controls that can be used now. */
  read(): readonly Group<T>[];
  show(place: Place<T> | null): void;
  press(control: T): void;
};

/** Moves the highlight at intervals, and acts when the switch is used. */
export class Scan<T> {
  readonly #parts: Parts<T>;
  #intervalMs: number;
  #place: Place<T> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts<T>, intervalMs: number) {
    this.#parts = parts;
    this.#intervalMs = intervalMs;
  }

  /** Starts, or continues where a pause stopped it. */
  start(): void {
    this.#move(this.#place ?? advance(this.#parts.read(), null));
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  stop(): void {
    this.pause();
    this.#place = null;
    this.#parts.show(null);
  }

  setInterval(ms: number): void {
    this.#intervalMs = ms;
  }

  /** Handles the switch. A pressed control stays highlighted, so that it can be pressed again. */
  choose(): void {
    const { place, press } = choose(this.#parts.read(), this.#place);
    this.#move(place);
    if (press !== null) this.#parts.press(press);
  }

  #move(place: Place<T> | null): void {
    this.pause();
    this.#place = place;
    this.#parts.show(place);
    this.#timer = setTimeout(() => this.#move(advance(this.#parts.read(), this.#place)), this.#intervalMs);
  }
}
