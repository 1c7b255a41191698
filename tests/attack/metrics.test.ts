import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '#scripts/stack/settings.ts';
import { Client } from '../support/servers/client.ts';

/** Prometheus' own metrics and labels, which it adds to every target. */
const OWN_METRICS = ['up'];
const OWN_LABELS = ['job', 'instance', 'le'];

const { origin, mediaPort, metricsPorts } = inject('stack');
const deployed = (file: string) => readFile(join(root, 'deploy', file), 'utf8');

const scrapeSchema = z.object({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.object({
      job_name: z.string(),
      static_configs: z.array(z.object({ targets: z.array(z.string()) })),
    }),
  ),
});
const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});
const panelSchema = z.object({
  id: z.number(),
  title: z.string(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).default([]),
});
const dashboardSchema = z.object({ uid: z.string(), panels: z.array(panelSchema) });

const dashboard = dashboardSchema.parse(JSON.parse(await deployed('grafana/panocall.json')));
const rules = rulesSchema
  .parse(parse(await deployed('prometheus/alerts.yml')))
  .groups.flatMap((group) => group.rules);
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

/** The metrics in an expression with the labels that select their series, and the labels to group by. */
function named(expr: string) {
  const selectors = [
    ...expr.matchAll(/([a-zA-Z_:][\w:]*)\s*(?:{([^}]*)}|(?=\[))|\b((?:panocall|process)_\w+)/g),
  ];
  const metrics = selectors.map(([, chosen, labels = '', plain]) => ({
    name: chosen ?? plain ?? '',
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label ?? ''),
  }));
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(
    ([, list]) => list?.split(/\s*,\s*/) ?? [],
  );
  return { metrics, grouped };
}

/** The labels of each metric that the servers export. */
const known = new Map<string, Set<string>>();

beforeAll(async () => {
  await new Client(origin).call('/api/pinga/heartbeat');
  // A rejected and closed socket, so that the counters of both have values.
  const socket = new WebSocket(`ws://127.0.0.1:${mediaPort}/realtime`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('nothing');
  await new Promise((resolve) => socket.once('message', resolve));
  socket.close();
  const read = async () => {
    for (const port of Object.values(metricsPorts)) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm))
        if (!known.has(name)) known.set(name, new Set());
      for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:{(.*)})? /gm))
        for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) familyOf(name)?.add(label);
    }
    return ['panocall_socket_closes_total', 'panocall_job_attempts_total'].every(
      (name) => known.get(name)?.size,
    );
  };
  // Waits for the jobs due at the start, and for the socket to close.
  await vi.waitUntil(read, { timeout: 20_000, interval: 200 });
});

/** The labels of a metric; a histogram is found by any of its series. */
function familyOf(name: string) {
  return known.get(name) ?? known.get(name.replace(/_(bucket|sum|count)$/, ''));
}

describe.each(expressions)('$of: $expr', ({ expr }) => {
  it('uses existing metrics and labels', () => {
    const { metrics, grouped } = named(expr);
    expect(metrics).not.toEqual([]);
    for (const { name, labels } of metrics) {
      if (OWN_METRICS.includes(name)) continue;
      const has = familyOf(name);
      expect(has, name).toBeDefined();
      for (const label of labels) expect([...(has ?? []), ...OWN_LABELS], name).toContain(label);
    }
    const all = metrics.flatMap(({ name }) => [...(familyOf(name) ?? [])]);
    for (const label of grouped) expect([...all, ...OWN_LABELS]).toContain(label);
  });
});

it('uses all of the servers’ own metrics', () => {
  const used = new Set(expressions.flatMap(({ expr }) => named(expr).metrics.map(({ name }) => name)));
  const families = [...known.keys()].filter((name) => name.startsWith('panocall_'));
  const isUsed = (name: string) => ['', '_bucket', '_sum'].some((end) => used.has(name + end));
  expect(families.filter((name) => !isUsed(name))).toEqual([]);
});

it('scrapes both servers, under the job names of the alerts and the dashboard', async () => {
  const { rule_files, scrape_configs } = scrapeSchema.parse(
    parse(await deployed('prometheus/prometheus.yml')),
  );
  expect(rule_files).toEqual(['alerts.yml']);
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['panocall-media', 'panocall-web']);
  const targets = scrape_configs.flatMap((config) => config.static_configs.flatMap((group) => group.targets));
  expect(targets).toEqual(['media:3002', 'web:3005']);
});

it('has panels that do not overlap, each with a unique id', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const [index, { gridPos: a, title }] of panels.entries()) {
    expect(a.x + a.w, title).toBeLessThanOrEqual(24);
    const covering = panels
      .slice(index + 1)
      .filter(({ gridPos: b }) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h);
    expect(
      covering.map((panel) => panel.title),
      title,
    ).toEqual([]);
  }
});
