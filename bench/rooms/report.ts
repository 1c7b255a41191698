import { loadOf } from '../load.ts';
import type { Usage } from './usage.ts';

/**
 * Measurements over some seconds. `loss`: share of packets; `bitrate` in bit/s, of all guests together; `frameRate` per
 * guest.
 */
export type Sample = {
  /** End of the measurement, in ms since 1970. */
  at: number;
  rooms: number;
  loss: number;
  bitrate: number;
  frameRate: number;
  usage: Usage[];
};

/** @property pictures for each room, time from entering to the first complete key frame, in ms; null: none arrived */
export type Result = {
  name: string;
  samples: Sample[];
  pictures: (number | null)[];
  failures: string[];
};

/** One line per sample, and a summary of all rooms. */
export function report({ name, samples, pictures, failures }: Result): string {
  const parts = samples[0]?.usage.map((usage) => usage.name) ?? [];
  const header = [
    'rooms',
    'lost %',
    'Mbit/s',
    'frames/s',
    ...parts.flatMap((part) => [`${part}, cores`, 'MB']),
  ];
  const rows = samples.map(({ rooms, loss, bitrate, frameRate, usage }) => [
    String(rooms),
    (loss * 100).toFixed(3),
    (bitrate / 1e6).toFixed(1),
    frameRate.toFixed(1),
    ...usage.flatMap(({ cores, memory }) => [cores.toFixed(2), (memory / 1e6).toFixed(0)]),
  ]);
  const widths = header.map((label, column) =>
    Math.max(label.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ');
  const shown = pictures.filter((ms) => ms !== null);
  const { p50, p99 } = loadOf(shown, 1);
  const asked = pictures.length + failures.length;
  return [
    `\n${name}`,
    ...[header, ...rows].map(line),
    `${shown.length} of ${asked} rooms got a picture (${((100 * shown.length) / Math.max(1, asked)).toFixed(1)} %), ` +
      `after ${p50.toFixed(0)} ms (median), ${p99.toFixed(0)} ms (p99)`,
    ...[...new Set(failures)].map((why) => `Failed: ${why}`),
  ].join('\n');
}

const PLOT = { width: 640, height: 160, left: 48, bottom: 24 };
const COLOURS = ['#2563eb', '#dc2626', '#16a34a', '#9333ea', '#d97706', '#0891b2'];

/** Draws loss and CPU use as SVG, by the number of rooms or, if that is constant, by time. */
export function plot(results: readonly Result[]): string {
  const panels = results.flatMap(({ name, samples }) => {
    const parts = samples[0]?.usage.map((usage) => usage.name) ?? [];
    const cores = parts.map((part, index) => ({
      label: part,
      values: samples.map(({ usage }) => usage[index]?.cores ?? 0),
    }));
    const lost = { label: 'packets lost, %', values: samples.map(({ loss }) => loss * 100) };
    const rooms = { label: 'rooms', values: samples.map((sample) => sample.rooms) };
    return [
      { title: `${name}: rooms`, lines: [rooms] },
      { title: `${name}: packets lost, %`, lines: [lost] },
      { title: `${name}: cores`, lines: cores },
    ];
  });
  const height = PLOT.height + 40;
  const drawn = panels.map(
    (panel, index) => `<g transform="translate(0 ${index * height})">${drawPanel(panel)}</g>`,
  );
  const size = `width="${PLOT.width}" height="${panels.length * height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">${drawn.join('')}</svg>\n`;
}

type Panel = { title: string; lines: { label: string; values: number[] }[] };

function drawPanel({ title, lines }: Panel): string {
  const highest = Math.max(Number.MIN_VALUE, ...lines.flatMap(({ values }) => values));
  const count = Math.max(...lines.map(({ values }) => values.length));
  const x = (index: number) => PLOT.left + (index * (PLOT.width - PLOT.left - 8)) / Math.max(1, count - 1);
  const y = (value: number) => 20 + (1 - value / highest) * PLOT.height;
  const drawn = lines.map(({ label, values }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const legend =
      lines.length > 1
        ? `<text x="${PLOT.left + 8 + index * 120}" y="32" fill="${colour}">${label}</text>`
        : '';
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>${legend}`;
  });
  const axis = `<path d="M${PLOT.left} 20V${PLOT.height + 20}H${PLOT.width}" fill="none" stroke="#888"/>`;
  const labels = `<text x="0" y="12">${title}</text><text x="4" y="30">${highest.toPrecision(3)}</text><text x="30" y="${PLOT.height + 20}">0</text>`;
  return axis + labels + drawn.join('');
}
