import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startMetricsServer } from '../../src/server/metrics/metrics-server.ts';
import { createPrometheusMetrics } from '../../src/server/metrics/prometheus.ts';
import type { PrometheusMetrics } from '../../src/server/metrics/prometheus.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';

let api: TestApi;
let metrics: PrometheusMetrics;
const pool = { size: 3, idle: 2, waiting: 1 };
let openStreams = 0;

beforeAll(async () => {
  metrics = createPrometheusMetrics({ pool: () => pool, openStreams: () => openStreams });
  api = await startTestApi({ settings: { metrics } });
});
afterAll(() => api.close());

/** The value of a figure, 0 for one that has never been told of. */
async function read(name: string, labels = ''): Promise<number> {
  const text = await metrics.print();
  const line = text.split('\n').find((entry) => entry.startsWith(`${name}${labels} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('requests are counted by template and status, and timed', async () => {
  const person = await createUser(api);
  const secret = 'looking for somebody';
  await api.request.get(`/api/users/${person.username}`).set(person.auth).expect(200);
  await api.request.get('/api/users/nobody-here').set(person.auth).expect(404);
  await api.request.get(`/api/nowhere/${person.username}`).expect(404);
  await api.request.get('/api/threads/search').query({ q: secret }).set(person.auth).expect(200);
  await api.request.get(`/media/${'0'.repeat(32)}/original.webp`).expect(404);
  const user = (status: number) =>
    read(
      'skein_http_requests_total',
      `{method="GET",route="/api/users/:userIdOrUsername",status="${status}"}`,
    );
  await vi.waitFor(async () => expect(await user(404)).toBe(1));
  expect(await user(200)).toBe(1);
  const timed = '{method="GET",route="/api/users/:userIdOrUsername"}';
  expect(await read('skein_http_request_duration_seconds_count', timed)).toBe(2);
  const text = await metrics.print();
  expect(text).toContain('route="/api/unknown"');
  expect(text).toContain('route="/media",status="404"');
  for (const told of [person.username, person.id, person.email, 'looking', 'nobody-here']) {
    expect(text).not.toContain(told);
  }
});

test('bytes of uploads are counted once they are accepted', async () => {
  const person = await createUser(api);
  const picture = await sampleImage().png().toBuffer();
  const post = (content: string) =>
    api.request
      .post('/api/threads')
      .set(person.auth)
      .field('content', content)
      .attach('media', picture, 'private-name.png');
  await post('x'.repeat(3000)).expect(400);
  await sleep(50);
  expect(await read('skein_uploaded_bytes_total')).toBe(0);
  await post('fine').expect(201);
  await vi.waitFor(async () =>
    expect(await read('skein_uploaded_bytes_total')).toBeGreaterThan(picture.length),
  );
  expect(await metrics.print()).not.toContain('private-name');
});

test('jobs, streams, the pool and the event loop are told of', async () => {
  metrics.jobRun({ name: 'sweep-media', durationMs: 20, failed: false });
  metrics.jobRun({ name: 'sweep-media', durationMs: 20, failed: true });
  for (const outcome of ['done', 'failed']) {
    expect(await read('skein_job_runs_total', `{task="sweep-media",outcome="${outcome}"}`)).toBe(1);
  }
  openStreams = 7;
  expect(await read('skein_streams_open')).toBe(7);
  expect(await read('skein_db_pool_connections')).toBe(3);
  expect(await read('skein_db_pool_waiting')).toBe(1);
  const text = await metrics.print();
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('the dashboard asks for nothing that is not told', async () => {
  const file = new URL('../../../../docs/grafana-dashboard.json', import.meta.url);
  const asked = new Set((await readFile(file, 'utf8')).match(/\b(?:skein|nodejs|process)_\w+/g));
  const text = await metrics.print();
  expect(asked.size).toBeGreaterThan(10);
  for (const name of asked) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});

test('the port answers GET /metrics alone', async () => {
  const port = 1024 + (process.pid % 40_000) + 20_000;
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port });
  const address = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${address}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain('skein_http_requests_total');
  expect((await fetch(address)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  const second = startMetricsServer(metrics, { host: '127.0.0.1', port });
  await expect(second).rejects.toThrow('METRICS_PORT: is taken');
  await server.stop();
});
