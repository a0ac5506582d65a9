import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../../platform/metrics.ts';

/** Values that are read at each scrape. */
export interface Gauges {
  pool: () => { size: number; idle: number; waiting: number };
  openStreams: () => number;
}

export interface PrometheusMetrics extends Metrics {
  contentType: string;
  /** Renders all metrics in the Prometheus text format. */
  render(): Promise<string>;
}

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Collects metrics for Prometheus: events, the process, and the values of `gauges`. */
export function createPrometheusMetrics(gauges: Gauges): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU, garbage collection and event loop lag.
  collectDefaultMetrics({ register: registry });
  addGauges(registry, gauges);
  const requests = new Counter({
    name: 'skein_http_requests_total',
    help: 'Finished requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'skein_http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response, except event streams',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  });
  const uploadedBytes = new Counter({
    name: 'skein_uploaded_bytes_total',
    help: 'Bytes of accepted multipart requests',
    registers,
  });
  const jobs = new Counter({
    name: 'skein_job_runs_total',
    help: 'Runs of background jobs by outcome',
    // Not `job`, which Prometheus uses for scrape targets.
    labelNames: ['task', 'outcome'],
    registers,
  });
  const jobDurations = new Histogram({
    name: 'skein_job_duration_seconds',
    help: 'Duration of background job runs',
    labelNames: ['task'],
    buckets: durationBuckets,
    registers,
  });
  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    request(measured) {
      const { method, route, status, seconds } = measured;
      requests.inc({ method, route, status });
      if (seconds !== null) durations.observe({ method, route }, seconds);
      uploadedBytes.inc(measured.uploadedBytes);
    },
    jobRun({ name: task, durationMs, failed }) {
      jobs.inc({ task, outcome: failed ? 'failed' : 'done' });
      jobDurations.observe({ task }, durationMs / 1000);
    },
  };
}

function addGauges(registry: Registry, { pool, openStreams }: Gauges): void {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('skein_db_pool_connections', 'Open database connections', () => pool().size);
  add('skein_db_pool_idle', 'Idle database connections', () => pool().idle);
  add('skein_db_pool_waiting', 'Queries that wait for a database connection', () => pool().waiting);
  add('skein_streams_open', 'Open event streams', openStreams);
}
