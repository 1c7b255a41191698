import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseEnvironment as parseIngestEnv } from '#ingest/env.ts';
import { root } from './stack/settings.ts';
import { expectStartable, filledIn } from './testing/server-settings.ts';

const FOLDER = 'deploy/kubernetes';
/** Paths answered by media-server/health and app/routes/site/healthcheck.ts. */
const PROBED = ['/healthcheck', '/healthcheck/live'];
/** Fields that Kubernetes provides about the pod and its machine. */
const FIELDS: Record<string, string> = {
  'metadata.name': 'media-0',
  'status.hostIP': '10.0.0.1',
  'status.hostIPs': '10.0.0.1,fd00::1',
  'spec.nodeName': 'machine-1',
};

const keyRef = z.object({ name: z.string(), key: z.string(), optional: z.boolean().default(false) });
const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .object({
      secretKeyRef: keyRef.optional(),
      configMapKeyRef: keyRef.optional(),
      fieldRef: z.object({ fieldPath: z.string() }).optional(),
    })
    .optional(),
});
const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
  tcpSocket: z.object({ port: z.string() }).optional(),
});
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).default([]),
  env: z.array(variable).default([]),
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }) })).default([]),
  ports: z
    .array(z.object({ name: z.string(), containerPort: z.number(), protocol: z.string().default('TCP') }))
    .default([]),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources: z.object({
    requests: z.object({ memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]), add: z.array(z.string()).default([]) }),
  }),
});
const labels = z.record(z.string(), z.string());
const podSpec = z.object({
  hostNetwork: z.boolean().default(false),
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().positive(),
    seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
  }),
  initContainers: z.array(container).default([]),
  containers: z.array(container).length(1),
});
const workload = z.object({
  kind: z.enum(['Deployment', 'StatefulSet', 'DaemonSet']),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: labels }),
    template: z.object({ metadata: z.object({ labels }), spec: podSpec }),
  }),
});
const service = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: labels,
    publishNotReadyAddresses: z.boolean().default(false),
    ports: z.array(z.object({ name: z.string(), targetPort: z.string() })),
  }),
});
const backend = z.object({ service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }) });
const ingress = z.object({
  spec: z.object({
    rules: z.array(
      z.object({
        host: z.string(),
        http: z.object({ paths: z.array(z.object({ path: z.string(), backend })) }),
      }),
    ),
  }),
});
const policy = z.object({
  spec: z.object({ ingress: z.array(z.object({ ports: z.array(z.object({ port: z.string() })) })) }),
});
const kustomization = z.object({
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  images: z.array(z.object({ name: z.string() })).default([]),
  configMapGenerator: z
    .array(z.object({ name: z.string(), literals: z.array(z.string()).default([]) }))
    .default([]),
  secretGenerator: z.array(z.object({ name: z.string(), envs: z.array(z.string()) })).default([]),
  patches: z.array(z.object({ patch: z.string() })).default([]),
});

const read = (file: string) => readFile(join(root, FOLDER, file), 'utf8');
const readKustomization = async (folder: string) =>
  kustomization.parse(parse(await read(`${folder}/kustomization.yaml`)));

const example = await readKustomization('example');
const documents: { kind: string; [key: string]: unknown }[] = [];
for (const folder of ['base', 'rtmp']) {
  for (const file of (await readKustomization(folder)).resources) {
    for (const document of parseAllDocuments(await read(`${folder}/${file}`))) {
      documents.push(z.looseObject({ kind: z.string() }).parse(document.toJS()));
    }
  }
}
const ofKind = <T>(schema: z.ZodType<T>, ...kinds: string[]) =>
  documents.filter(({ kind }) => kinds.includes(kind)).map((document) => schema.parse(document));
const workloads = ofKind(workload, 'Deployment', 'StatefulSet', 'DaemonSet');
const services = ofKind(service, 'Service');
const podsOf = (name: string) => {
  const found = workloads.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`No workload ${name}`);
  return { ...found.spec, ...found.spec.template.spec };
};
const literals = Object.fromEntries(
  example.configMapGenerator.flatMap((map) =>
    map.literals.map((literal) => {
      const [key = '', value = ''] = literal.split('=');
      return [`${map.name}.${key}`, value] as const;
    }),
  ),
);

/** Environment of a container's process, with the example's settings filled in. */
async function environmentOf({ env, envFrom }: z.infer<typeof container>): Promise<Record<string, string>> {
  const secrets = new Map<string, Record<string, string>>();
  for (const { name, envs } of example.secretGenerator) {
    for (const file of envs) secrets.set(name, await filledIn(`${FOLDER}/example/${file}`));
  }
  const found: Record<string, string> = {};
  for (const { secretRef } of envFrom)
    Object.assign(found, known(secrets.get(secretRef.name), secretRef.name));
  for (const { name, value, valueFrom: { secretKeyRef, configMapKeyRef, fieldRef } = {} } of env) {
    if (secretKeyRef) found[name] = known(secrets.get(secretKeyRef.name)?.[secretKeyRef.key], name);
    else if (configMapKeyRef) {
      const literal = literals[`${configMapKeyRef.name}.${configMapKeyRef.key}`];
      if (literal !== undefined || !configMapKeyRef.optional) found[name] = known(literal, name);
    } else if (fieldRef) found[name] = known(FIELDS[fieldRef.fieldPath], name);
    else found[name] = expanded(known(value, name), found);
  }
  return found;
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} has no value`);
  return value;
}

/** Expands references to variables set before, as Kubernetes does. */
const expanded = (text: string, set: Record<string, string>) =>
  text.replaceAll(/\$\((\w+)\)/g, (_, name) => known(set[name], name));

describe.each(workloads.map(({ metadata, spec }) => [metadata.name, spec] as const))('%s', (_name, spec) => {
  const { containers, initContainers } = spec.template.spec;

  it('selects its own pods', () => {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });

  it('probes existing ports and paths', () => {
    for (const { ports, startupProbe, readinessProbe, livenessProbe } of containers) {
      const names = ports.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { httpGet, tcpSocket } of [startupProbe, readinessProbe, livenessProbe].filter(
        (one) => !!one,
      )) {
        expect(names).toContain(httpGet?.port ?? tcpSocket?.port);
        if (httpGet) expect(PROBED).toContain(httpGet.path);
      }
    }
  });

  it('runs images that the example names or that are pinned by digest', () => {
    const ours = example.images.map(({ name }) => name);
    for (const { image } of [...containers, ...initContainers]) {
      if (!ours.includes(image)) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    }
  });

  it('has a value for every variable its containers refer to', async () => {
    for (const one of [...containers, ...initContainers]) {
      const environment = await environmentOf(one);
      for (const arg of one.args) expanded(arg, environment);
    }
  });
});

it.each(['web', 'media', 'ingest'] as const)(
  '%s starts with the example’s settings, once filled in',
  async (name) => {
    const [main] = podsOf(name).containers;
    const { DOMAIN: _, ...settings } = await environmentOf(known(main, name));
    await expectStartable(name, settings);
  },
);

it('leads the web server to the RTMP server’s ports', async () => {
  const [{ patch } = { patch: '' }] = (await readKustomization('rtmp')).patches;
  const ports = podsOf('ingest').containers.flatMap((one) => one.ports);
  const [rtmp, pull] = ['rtmp', 'pull'].map(
    (name) => ports.find((port) => port.name === name)?.containerPort,
  );
  expect(patch).toContain(`{ name: RTMP_PORT, value: "${rtmp}" }`);
  expect(patch).toContain(`{ name: INGEST_INTERNAL_URL, value: "http://ingest:${pull}" }`);
  expect(pull).toBe(parseIngestEnv({}).PULL_PORT);
});

it('migrates before each server of a new version', () => {
  for (const name of ['web', 'media']) {
    const commands = podsOf(name).initContainers.map(({ command }) => command?.join(' '));
    expect(commands).toEqual(['node scripts/migrate.ts']);
  }
});

it('gives a media server time to let calls end, and then to stop', () => {
  const grace = podsOf('media').terminationGracePeriodSeconds;
  expect(grace).toBe(Number(literals['panocall.MEDIA_DRAIN_SECONDS']) + 10);
});

it('opens one port for each media worker, over UDP and TCP', async () => {
  const [main] = podsOf('media').containers;
  const { MEDIA_WORKERS, RTC_PORT } = await environmentOf(known(main, 'media'));
  const ports = Array.from({ length: Number(MEDIA_WORKERS) }, (_, worker) => Number(RTC_PORT) + worker);
  for (const protocol of ['UDP', 'TCP']) {
    const open = main?.ports.filter((one) => one.protocol === protocol && one.containerPort > 10_000);
    expect(open?.map(({ containerPort }) => containerPort)).toEqual(ports);
  }
});

it('gives each media server its own name, also while it drains', async () => {
  const rules = ofKind(ingress, 'Ingress').flatMap(({ spec }) => spec.rules);
  const { replicas = 0, containers } = podsOf('media');
  const [web] = podsOf('web').containers;
  const urls: string[] = [];
  for (let replica = 0; replica < replicas; replica += 1) {
    const name = `media-${replica}`;
    const found = services.find(({ metadata }) => metadata.name === name);
    expect(found?.spec).toMatchObject({
      selector: { 'statefulset.kubernetes.io/pod-name': name },
      publishNotReadyAddresses: true,
    });
    const rule = rules.find(({ host }) => host === `${name}.DOMAIN`);
    expect(rule?.http.paths.map(({ path, backend }) => [path, backend.service.name])).toEqual([
      ['/realtime', name],
      ['/whip', name],
      ['/whep', name],
    ]);
    urls.push((await environmentOf(known(containers[0], name))).MEDIA_URL?.replace('media-0', name) ?? '');
  }
  const { MEDIA_URL } = await environmentOf(known(web, 'web'));
  expect(MEDIA_URL?.split(',').map((url) => `${url}/realtime`)).toEqual(urls);
});

it('sends requests to ports that pods have', () => {
  for (const { spec } of services) {
    const target = workloads.find(({ metadata, spec: { template } }) =>
      Object.entries(spec.selector).every(([key, value]) =>
        key === 'statefulset.kubernetes.io/pod-name'
          ? value.startsWith(`${metadata.name}-`)
          : template.metadata.labels[key] === value,
      ),
    );
    const names = target?.spec.template.spec.containers.flatMap(({ ports }) => ports.map(({ name }) => name));
    for (const { targetPort } of spec.ports) expect(names).toContain(targetPort);
  }
  for (const { spec } of ofKind(ingress, 'Ingress')) {
    for (const { backend } of spec.rules.flatMap(({ http }) => http.paths)) {
      const target = services.find(({ metadata }) => metadata.name === backend.service.name);
      expect(target?.spec.ports.map(({ name }) => name)).toContain(backend.service.port.name);
    }
  }
  const [web] = podsOf('web').containers;
  for (const { spec } of ofKind(policy, 'NetworkPolicy')) {
    const admitted = spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(admitted.sort()).toEqual(web?.ports.map(({ name }) => name).sort());
  }
});

it('uses the machine’s network for media only', () => {
  const onHost = workloads.filter(({ spec }) => spec.template.spec.hostNetwork);
  expect(onHost.map(({ metadata }) => metadata.name).sort()).toEqual(['media', 'turn']);
});

it('has the components the example adds', async () => {
  for (const folder of [...example.resources, ...example.components]) {
    await readKustomization(join('example', folder));
  }
});
