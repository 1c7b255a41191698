import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Group, type Place, Scan } from './scan.ts';

const TICK = 1_500;

let groups: Group<string>[];
let shown: string[];
let pressed: string[];
let scan: Scan<string>;

const nameOf = (place: Place<string> | null) => place && (place.item ?? `[${place.group}]`);
/** Highlights at the start, and after each of some intervals. */
const over = (ticks: number) => {
  for (let tick = 0; tick < ticks; tick++) vi.advanceTimersByTime(TICK);
  return shown.splice(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  groups = [
    { element: 'bar', items: ['mute', 'camera', 'leave'] },
    { element: 'lock', items: ['open lock'] },
    { element: 'look', items: ['left', 'right'] },
  ];
  [shown, pressed] = [[], []];
  scan = new Scan<string>(
    {
      read: () => groups,
      show: (place) => shown.push(nameOf(place) ?? 'nothing'),
      press: (control) => pressed.push(control),
    },
    TICK,
  );
  return () => {
    scan.stop();
    vi.useRealTimers();
  };
});

describe('The highlight', () => {
  it('moves over the groups; a group with one control is that control', () => {
    scan.start();
    expect(over(4)).toEqual(['[bar]', 'open lock', '[look]', '[bar]', 'open lock']);
  });

  it('moves over the controls of a chosen group once, and then over the groups', () => {
    scan.start();
    scan.choose();
    expect(over(4)).toEqual(['[bar]', 'mute', 'camera', 'leave', '[bar]', 'open lock']);
    expect(pressed).toEqual([]);
  });

  it('stays on a pressed control, each time for a whole interval', () => {
    scan.start();
    over(2);
    scan.choose();
    for (let times = 0; times < 3; times++) {
      vi.advanceTimersByTime(TICK - 1);
      scan.choose();
    }
    expect(pressed).toEqual(['left', 'left', 'left']);
    vi.advanceTimersByTime(TICK);
    expect(shown.at(-1)).toBe('right');
  });

  it('rests while it is paused, and continues where it was', () => {
    scan.start();
    over(1);
    scan.pause();
    expect(over(5)).toEqual([]);
    scan.start();
    expect(over(1)).toEqual(['open lock', '[look]']);
    scan.stop();
    expect(over(5)).toEqual(['nothing']);
  });

  it('takes another pace from the next step on', () => {
    scan.start();
    scan.setInterval(2 * TICK);
    expect(over(4)).toEqual(['[bar]', 'open lock', '[look]']);
  });
});

describe('When controls change meanwhile', () => {
  it('a dialog that is the only group is scanned over and over', () => {
    scan.start();
    groups = [{ element: 'dialog', items: ['close', 'save'] }];
    expect(over(3)).toEqual(['[bar]', 'close', 'save', 'close']);
    groups = [
      { element: 'bar', items: ['mute'] },
      { element: 'look', items: ['left', 'right'] },
    ];
    expect(over(2)).toEqual(['mute', '[look]']);
  });

  it('a vanished control is not replaced by another when pressed', () => {
    scan.start();
    scan.choose();
    groups = [{ element: 'bar', items: ['leave'] }, ...groups.slice(1)];
    scan.choose();
    groups = groups.slice(1);
    scan.choose();
    expect(pressed).toEqual([]);
    expect(over(0)).toEqual(['[bar]', 'mute', 'leave', 'open lock']);
  });

  it('there may be no controls for a while', () => {
    groups = [];
    scan.start();
    scan.choose();
    expect(over(1)).toEqual(['nothing', 'nothing', 'nothing']);
    groups = [{ element: 'bar', items: ['join'] }];
    expect(over(1)).toEqual(['join']);
  });
});
