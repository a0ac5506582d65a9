import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ReadStats } from '@skein/db/replicas';
import type { Metrics } from '../../platform/metrics.ts';

/** Values that are read at each scrape. */
export interface Gauges {
  pool: () => { size: number; idle: number; waiting: number };
  openStreams: () => number;
  /** Empty without read replicas. */
  reads: () => readonly ReadStats[];
  disk: () => Promise<{ freeBytes: number; reserveBytes: number }>;
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
    // Prometheus uses the label `job` for scrape targets.
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
    cspViolation: addCspViolations(registry),
    delivery: addDeliveries(registry),
  };
}

function addDeliveries(registry: Registry): Metrics['delivery'] {
  const deliveries = new Counter({
    name: 'skein_deliveries_total',
    help: 'Attempts to send an email or to push to a browser, by outcome',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  });
  return ({ channel, failed }) => deliveries.inc({ channel, outcome: failed ? 'failed' : 'done' });
}

function addCspViolations(registry: Registry): Metrics['cspViolation'] {
  const violations = new Counter({
    name: 'skein_csp_violations_total',
    help: 'Violations of the content security policy that browsers have reported, by directive',
    labelNames: ['directive'],
    registers: [registry],
  });
  return (directive) => violations.inc({ directive });
}

function addGauges(registry: Registry, gauges: Gauges): void {
  const { pool, openStreams, disk } = gauges;
  const add = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  add('skein_db_pool_connections', 'Open database connections', () => pool().size);
  add('skein_db_pool_idle', 'Idle database connections', () => pool().idle);
  add('skein_db_pool_waiting', 'Queries that wait for a database connection', () => pool().waiting);
  add('skein_streams_open', 'Open event streams', openStreams);
  const diskHelp = 'of the disk with the data directory';
  add('skein_disk_free_bytes', `Free bytes ${diskHelp}`, async () => (await disk()).freeBytes);
  add(
    'skein_disk_reserve_bytes',
    `Bytes that uploads leave free ${diskHelp}`,
    async () => (await disk()).reserveBytes,
  );
  addReads(registry, gauges);
}

/** The reads of the primary and of each replica. */
function addReads(registry: Registry, { reads }: Gauges): void {
  const registers = [registry];
  const replicas = () => reads().flatMap(({ replica }) => replica ?? []);
  new Counter({
    name: 'skein_db_reads_total',
    help: 'Requests by the server that they read from: primary, or the number of a replica',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset();
      for (const entry of reads()) {
        this.inc({ server: entry.replica?.number ?? 'primary' }, entry.reads);
      }
    },
  });
  new Counter({
    name: 'skein_db_replica_fallbacks_total',
    help: 'Failed statements on a replica that were repeated on the primary',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { number, fallbacks } of replicas()) this.inc({ replica: number }, fallbacks);
    },
  });
  new Gauge({
    name: 'skein_db_replica_used',
    help: '1 if reads use the replica, 0 if it does not respond or is too far behind',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { number, isUsed } of replicas()) this.set({ replica: number }, isUsed ? 1 : 0);
    },
  });
  new Gauge({
    name: 'skein_db_replica_lag_seconds',
    help: 'How far a replica is behind, at most; no value if it is disabled or far behind',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { number, lagMs } of replicas()) {
        if (lagMs !== undefined) this.set({ replica: number }, lagMs / 1000);
      }
    },
  });
}
