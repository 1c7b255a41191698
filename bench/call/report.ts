import type { Shape } from './contender.ts';
import { GLASS_SPAN_MS } from './glass.ts';
import { type Round, SPAN_MS } from './measure.ts';

export type Measured = { name: string; rounds: Round[] };

const NOTHING = '–';

export const LEGEND = `
First frame: from the guest's click to the first video frame drawn. For Panocall the guest's page is open and the code
typed, with which it is checked and the guest logged in; the click is 'Enter', and taking the seat, the way into the
room, the microphone and the connection are in it. For the loopback the camera is open, for mediasoup the host is
connected: the click makes the connection.
Unencrypted: Panocall in browsers that cannot encrypt frames end to end.
WHIP: Panocall with the host's camera streamed by another page of their browser, as OBS would, in one layer. The guest's answer
to the question about encryption is in their first frame.
Painted frames: video frames drawn, by WebGL or on a 2D canvas, counted in the page by the same wrappers round both for
all, over ${SPAN_MS / 1000} s from a second after the first. Loopback and mediasoup paint with three.js's VideoTexture, once a frame.
Target reached: from the click until the encoder was told to make 95 % of the target bit rate; all start at 80 %, WHIP at 100.
Glass to glass: from a frame's arrival from the camera to its pixels on the guest's canvas, without the time they take to
the screen; of all rounds. A clock in the film is read from both, a few times a second, over ${GLASS_SPAN_MS / 1000} s after all else.
The host sends the film; the guest has no camera. Panocall also carries sound both ways, the others none.
CPU: share of one core. That of mediasoup's server is none: it runs in the benchmark. Medians of the rounds.`;

/** One line per round, to show the spread. */
export function summary(round: Round): string {
  const { firstFrameMs, paintedPerSecond } = round;
  const glass = format(glassAt([round], 0.5), 0);
  return `first frame after ${firstFrameMs.toFixed(0)} ms, ${paintedPerSecond.toFixed(1)} painted frames/s, glass to glass ${glass} ms`;
}

/** The table of one shape, and the ratios that have aims. */
export function report(shape: Shape, measured: Measured[], aims: { painted: number }): string {
  const { width, height, bitrate } = shape;
  const rows: [string, ...string[]][] = [
    ['', ...measured.map(({ name }) => name)],
    row('First painted frame, ms', measured, ({ firstFrameMs }) => firstFrameMs),
    row('Painted frames/s', measured, ({ paintedPerSecond }) => paintedPerSecond, 1),
    [
      'Painted by',
      ...measured.map(({ rounds }) => [...new Set(rounds.map((round) => round.paintedBy))].join()),
    ],
    ['Glass to glass p50, ms', ...measured.map(({ rounds }) => format(glassAt(rounds, 0.5), 0))],
    ['Glass to glass p95, ms', ...measured.map(({ rounds }) => format(glassAt(rounds, 0.95), 0))],
    ['Clock unreadable/unmatched', ...measured.map(({ rounds }) => failedReads(rounds))],
    row('Decoded frames/s', measured, ({ decodedPerSecond }) => decodedPerSecond, 1),
    ['Resolution', ...measured.map(({ rounds }) => resolution(rounds))],
    row('Bit rate, Mbit/s', measured, (round) => round.bitrate / 1e6, 2),
    row('Target reached, s', measured, ({ targetAfterS }) => targetAfterS, 1),
    row('CPU web, %', measured, ({ processor }) => percent(processor.web), 1),
    row('CPU media server, %', measured, ({ processor }) => percent(processor.mediaServer), 1),
    row('CPU mediasoup worker, %', measured, ({ processor }) => percent(processor.worker), 1),
    row('CPU browsers, %', measured, ({ processor }) => percent(processor.browsers)),
  ];
  const lines = rows.map(
    ([label, ...cells]) => label.padEnd(26) + cells.map((cell) => cell.padStart(14)).join(''),
  );
  return [
    `${width}×${height}, H.264, target ${(bitrate / 1e6).toFixed(1)} Mbit/s`,
    ...lines,
    '',
    ...ratios(measured, aims),
  ].join('\n');
}

function ratios(measured: Measured[], aims: { painted: number }): string[] {
  const of = (name: string) => measured.find((contender) => contender.name === name)?.rounds ?? [];
  const panocall = of('Panocall');
  const loopback = of('Loopback');
  const firstFrame = ({ firstFrameMs }: Round) => firstFrameMs;
  const painted = ({ paintedPerSecond }: Round) => paintedPerSecond;
  const quotient = (value: (round: Round) => number) => {
    const [own, other] = [median(panocall, value), median(loopback, value)];
    return own === null || other === null ? null : own / other;
  };
  return [
    `First frame, Panocall to loopback:     ${format(quotient(firstFrame), 2).padStart(6)}   (aim: at most 1.5)`,
    `Painted frames/s, Panocall:            ${format(median(panocall, painted), 1).padStart(6)}   (aim: at least ${aims.painted})`,
    `Painted frames/s, Panocall to VideoTexture in the loopback: ${format(quotient(painted), 1)}   (aim: at least 4)`,
  ];
}

function row(
  label: string,
  measured: Measured[],
  value: (round: Round) => number | null,
  digits = 0,
): [string, ...string[]] {
  return [label, ...measured.map(({ rounds }) => format(median(rounds, value), digits))];
}

function resolution(rounds: Round[]): string {
  return `${median(rounds, ({ width }) => width)}×${median(rounds, ({ height }) => height)}`;
}

/** Glass-to-glass delay not exceeded by this share of all reads, in ms. */
function glassAt(rounds: Round[], share: number): number | null {
  const sorted = rounds.flatMap(({ glass }) => glass.delaysMs).toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

function failedReads(rounds: Round[]): string {
  const sum = (value: (glass: Round['glass']) => number) =>
    rounds.reduce((total, { glass }) => total + value(glass), 0);
  const [unreadable, unmatched] = [sum((glass) => glass.unreadable), sum((glass) => glass.unmatched)];
  return `${unreadable}/${unmatched} of ${unreadable + unmatched + sum(({ delaysMs }) => delaysMs.length)}`;
}

/** Null if most rounds have no such value. */
function median(rounds: Round[], value: (round: Round) => number | null): number | null {
  // Rounds without a value sort above all others.
  const sorted = rounds.map((round) => value(round) ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined || middle === Number.POSITIVE_INFINITY ? null : middle;
}

function format(value: number | null, digits: number): string {
  return value === null ? NOTHING : value.toFixed(digits);
}

function percent(share: number | null): number | null {
  return share === null ? null : share * 100;
}
