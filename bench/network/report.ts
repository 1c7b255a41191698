import type { Row } from './measure.ts';
import type { Scenario } from './scenarios.ts';

/** An error replaces a row that could not be measured; null: not measured. */
export type Measured = { scenario: Scenario; panocall: Row | string; loopback: Row | string | null };

export const LEGEND = `
Still, away: the longest time at the guest without a new frame, and without sound that had arrived, from the beginning
of the fault until the call had settled after it. Back: from the end of the fault until neither paused for a second any
more. The loopback is a connection between the same two browsers over the same network that nothing repairs.`;

const HEAD = [
  'Fault',
  'Picture still',
  'Sound away',
  'Back after',
  "The guest's screen said",
  "The host's screen said",
  'Received',
  'Loopback',
];

/** As in docs/network.md. */
export function table(measured: readonly Measured[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...measured.map(cellsOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ scenario, panocall, loopback }: Measured): string[] {
  const bare = loopback ? summary(loopback) : '–';
  if (typeof panocall === 'string') return [scenario.title, panocall, '', '', '', '', '', bare];
  const { still, silent, said, received } = panocall;
  return [
    scenario.title,
    `${still.toFixed(1)} s`,
    `${silent.toFixed(1)} s`,
    back(panocall),
    said.guest.join('; ') || 'nothing',
    said.host.join('; ') || 'nothing',
    received.join('; '),
    bare,
  ];
}

/** Line printed after each call. */
export function summary(row: Row | string): string {
  if (typeof row === 'string') return row;
  const { still, silent, received } = row;
  return `still ${still.toFixed(1)} s, silent ${silent.toFixed(1)} s, back: ${back(row)}; ${received.join('; ')}`;
}

function back({ backAfter }: Row): string {
  return backAfter === null ? 'never' : `${backAfter.toFixed(1)} s`;
}
