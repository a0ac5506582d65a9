import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../../platform/metrics.ts';

/** Figures that are read when they are asked for. */
export interface Gauges {
  pool: () => { size: number; idle: number; waiting: number };
  openStreams: () => number;
}

export interface PrometheusMetrics extends Metrics {
  contentType: string;
  /** All figures in Prometheus' text format. */
  print(): Promise<string>;
}

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts for Prometheus: what happened, the process, and the figures of `gauges`. */
export function createPrometheusMetrics(gauges: Gauges): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  addGauges(registry, gauges);
  const requests = new Counter({
    name: 'skein_http_requests_total',
    help: 'Requests that ended, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'skein_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer, streams aside',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  });
  const uploadedBytes = new Counter({
    name: 'skein_uploaded_bytes_total',
    help: 'Bytes of forms with files that were accepted',
    registers,
  });
  const jobs = new Counter({
    name: 'skein_job_runs_total',
    help: 'Runs of background jobs by outcome',
    // Not `job`: Prometheus itself gives that name to what it watches.
    labelNames: ['task', 'outcome'],
    registers,
  });
  const jobDurations = new Histogram({
    name: 'skein_job_duration_seconds',
    help: 'How long runs of background jobs took',
    labelNames: ['task'],
    buckets: durationBuckets,
    registers,
  });
  return {
    contentType: registry.contentType,
    print: () => registry.metrics(),
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
  add('skein_db_pool_connections', 'Open connections of the pool', () => pool().size);
  add('skein_db_pool_idle', 'Those of them that nobody uses', () => pool().idle);
  add('skein_db_pool_waiting', 'Queries that wait for one', () => pool().waiting);
  add('skein_streams_open', 'Open event streams', openStreams);
}
