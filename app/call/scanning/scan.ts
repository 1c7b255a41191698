/** Controls that are scanned together, after they were chosen as a group. */
export type Group<T> = { element: T; items: readonly T[] };

/** What is highlighted: a group, or one of its controls. */
export type Place<T> = { group: T; item: T | null };

/** A group with one control is highlighted as that control, and the controls of the only group there is at once. */
function at<T>(groups: readonly Group<T>[], index: number): Place<T> | null {
  const group = groups[index % groups.length];
  if (!group) return null;
  const isDirect = groups.length === 1 || group.items.length === 1;
  return { group: group.element, item: isDirect ? (group.items[0] ?? null) : null };
}

/** What is highlighted after a place: the next group, the next control, or after the last one its group again. */
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

/** What the switch does at a place: it leads into a group, or presses a control; and nothing if that is gone. */
function choose<T>(
  groups: readonly Group<T>[],
  place: Place<T> | null,
): { place: Place<T> | null; press: T | null } {
  const group = groups.find(({ element }) => element === place?.group);
  if (!group || !place) return { place: at(groups, 0), press: null };
  if (place.item === null) return { place: { ...place, item: group.items[0] ?? null }, press: null };
  // One that has gone meanwhile is not taken for another.
  if (!group.items.includes(place.item)) return { place: at(groups, 0), press: null };
  return { place, press: place.item };
}

type Parts<T> = {
  /** What there is to choose from now. */
  read(): readonly Group<T>[];
  show(place: Place<T> | null): void;
  press(control: T): void;
};

/** Moves the highlight on at intervals, and acts when the switch is used. */
export class Scan<T> {
  readonly #parts: Parts<T>;
  #intervalMs: number;
  #place: Place<T> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts<T>, intervalMs: number) {
    this.#parts = parts;
    this.#intervalMs = intervalMs;
  }

  /** Also after a pause, where it stopped. */
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

  /** The switch was used. A control that was pressed stays highlighted, to be pressed again. */
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
