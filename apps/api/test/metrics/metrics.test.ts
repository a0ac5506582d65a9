import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ReadStats } from '@skein/db/replicas';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startMetricsServer } from '../../src/server/metrics/metrics-server.ts';
import { createPrometheusMetrics } from '../../src/server/metrics/prometheus.ts';
import type { PrometheusMetrics } from '../../src/server/metrics/prometheus.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { findFreePort } from '../support/servers/free-port.ts';

let api: TestApi;
let metrics: PrometheusMetrics;
const pool = { size: 3, idle: 2, waiting: 1 };
let openStreams = 0;
const reads: ReadStats[] = [
  { reads: 10 },
  { reads: 20, replica: { number: 1, isUsed: true, lagMs: 200, fallbacks: 3 } },
];

beforeAll(async () => {
  metrics = createPrometheusMetrics({
    pool: () => pool,
    openStreams: () => openStreams,
    reads: () => reads,
    disk: () => Promise.resolve({ freeBytes: 5000, reserveBytes: 1000 }),
  });
  api = await startTestApi({ settings: { metrics } });
});
afterAll(() => api.close());

/** The value of a metric; 0 if it has no sample. */
async function read(name: string, labels = ''): Promise<number> {
  const text = await metrics.render();
  const line = text.split('\n').find((entry) => entry.startsWith(`${name}${labels} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('counts requests by route and status and measures their duration', async () => {
  const user = await createUser(api);
  const secret = 'looking for a name';
  await api.request.get(`/api/users/${user.username}`).set(user.auth).expect(200);
  await api.request.get('/api/users/nobody-here').set(user.auth).expect(404);
  await api.request.get(`/api/nowhere/${user.username}`).expect(404);
  await api.request.get('/api/threads/search').query({ q: secret }).set(user.auth).expect(200);
  await api.request.get(`/media/${'0'.repeat(32)}/original.webp`).expect(404);
  const countUserRequests = (status: number) =>
    read(
      'skein_http_requests_total',
      `{method="GET",route="/api/users/:userIdOrUsername",status="${status}"}`,
    );
  await vi.waitFor(async () => expect(await countUserRequests(404)).toBe(1));
  expect(await countUserRequests(200)).toBe(1);
  const timed = '{method="GET",route="/api/users/:userIdOrUsername"}';
  expect(await read('skein_http_request_duration_seconds_count', timed)).toBe(2);
  const text = await metrics.render();
  expect(text).toContain('route="/api/unknown"');
  expect(text).toContain('route="/media",status="404"');
  for (const privateText of [user.username, user.id, user.email, 'looking', 'nobody-here']) {
    expect(text).not.toContain(privateText);
  }
});

test('counts the bytes of accepted uploads', async () => {
  const user = await createUser(api);
  const picture = await sampleImage().png().toBuffer();
  const post = (content: string) =>
    api.request
      .post('/api/threads')
      .set(user.auth)
      .field('content', content)
      .attach('media', picture, 'private-name.png');
  await post('x'.repeat(3000)).expect(400);
  await sleep(50);
  expect(await read('skein_uploaded_bytes_total')).toBe(0);
  await post('fine').expect(201);
  await vi.waitFor(async () =>
    expect(await read('skein_uploaded_bytes_total')).toBeGreaterThan(picture.length),
  );
  expect(await metrics.render()).not.toContain('private-name');
});

test('exposes metrics of jobs, streams, the connection pool and the event loop', async () => {
  metrics.jobRun({ name: 'sweep-media', durationMs: 20, failed: false });
  metrics.jobRun({ name: 'sweep-media', durationMs: 20, failed: true });
  for (const outcome of ['done', 'failed']) {
    expect(await read('skein_job_runs_total', `{task="sweep-media",outcome="${outcome}"}`)).toBe(1);
  }
  openStreams = 7;
  expect(await read('skein_streams_open')).toBe(7);
  expect(await read('skein_db_pool_connections')).toBe(3);
  expect(await read('skein_db_pool_waiting')).toBe(1);
  const text = await metrics.render();
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('exposes metrics of replicas, deliveries and the disk', async () => {
  metrics.delivery({ channel: 'email', failed: true });
  const failed = '{channel="email",outcome="failed"}';
  expect(await read('skein_deliveries_total', failed)).toBe(1);
  for (const round of [1, 2]) {
    reads[0] = { reads: 10 * round };
    expect(await read('skein_db_reads_total', '{server="primary"}')).toBe(10 * round);
  }
  expect(await read('skein_db_reads_total', '{server="1"}')).toBe(20);
  expect(await read('skein_db_replica_lag_seconds', '{replica="1"}')).toBe(0.2);
  expect(await read('skein_db_replica_used', '{replica="1"}')).toBe(1);
  expect(await read('skein_db_replica_fallbacks_total', '{replica="1"}')).toBe(3);
  expect(await read('skein_disk_free_bytes')).toBe(5000);
});

const root = new URL('../../../../', import.meta.url);
const rulesFile = new URL('deploy/prometheus/alerts.yml', root);

test.each(['docs/grafana-dashboard.json', 'deploy/prometheus/alerts.yml'])(
  'exposes all metrics that %s uses',
  async (file) => {
    const content = await readFile(new URL(file, root), 'utf8');
    const names = new Set(content.match(/\b(?:skein|nodejs|process)_\w+/g));
    await api.request.get('/api/health').expect(200);
    metrics.jobRun({ name: 'expire-sessions', durationMs: 20, failed: false });
    metrics.delivery({ channel: 'push', failed: false });
    await vi.waitFor(async () => expect(await metrics.render()).toContain('route="/api/health"'));
    const text = await metrics.render();
    expect(names.size).toBeGreaterThan(10);
    for (const name of names) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  },
);

test('documents each alert', async () => {
  const rules = z
    .object({
      groups: z.tuple([
        z.object({
          rules: z.array(
            z.object({
              alert: z.string(),
              annotations: z.object({ summary: z.string(), runbook_url: z.url() }),
            }),
          ),
        }),
      ]),
    })
    .parse(parse(await readFile(rulesFile, 'utf8'))).groups[0].rules;
  const page = await readFile(new URL('docs/troubleshooting.md', root), 'utf8');
  const documented = Array.from(page.matchAll(/^### (Skein\w+)$/gm), ([, name]) => name);
  expect(rules.map(({ alert }) => alert)).toEqual(documented);
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toMatch(
      new RegExp(`/docs/troubleshooting\\.md#${alert.toLowerCase()}$`),
    );
  }
});

// Debian's package prometheus contains promtool.
const checkRules = () =>
  spawnSync('promtool', ['check', 'rules', fileURLToPath(rulesFile)], { encoding: 'utf8' });
const checks = [checkRules()].filter(({ error }) => error === undefined);

test.each(checks)('has alert rules that promtool accepts', ({ stdout, stderr, status }) => {
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});

test('serves only GET /metrics on the port', async () => {
  const port = await findFreePort();
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port });
  const address = `http://127.0.0.1:${port}`;
  const response = await fetch(`${address}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await response.text()).toContain('skein_http_requests_total');
  expect((await fetch(address)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  const second = startMetricsServer(metrics, { host: '127.0.0.1', port });
  await expect(second).rejects.toThrow('METRICS_PORT: the port is in use');
  await server.stop();
});
