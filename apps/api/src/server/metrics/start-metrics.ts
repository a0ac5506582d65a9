import type { Gauges } from './prometheus.ts';
import { noMetrics } from '../../platform/metrics.ts';
import type { Metrics } from '../../platform/metrics.ts';

export interface RunningMetrics {
  metrics: Metrics;
  /** Read at each scrape. Replace the functions when their sources exist. */
  gauges: Gauges;
  stop(): Promise<void>;
}

/** Serves metrics on the port; without a port, metrics are disabled. */
export async function startMetrics(
  host: string,
  port: number | undefined,
): Promise<RunningMetrics> {
  const gauges: Gauges = {
    pool: () => ({ size: 0, idle: 0, waiting: 0 }),
    openStreams: () => 0,
    reads: () => [],
    disk: () => Promise.resolve({ freeBytes: 0, reserveBytes: 0 }),
  };
  if (port === undefined) return { metrics: noMetrics, gauges, stop: () => Promise.resolve() };
  // Imported only if metrics are enabled.
  const { createPrometheusMetrics } = await import('./prometheus.ts');
  const { startMetricsServer } = await import('./metrics-server.ts');
  const metrics = createPrometheusMetrics({
    pool: () => gauges.pool(),
    openStreams: () => gauges.openStreams(),
    reads: () => gauges.reads(),
    disk: () => gauges.disk(),
  });
  const server = await startMetricsServer(metrics, { host, port });
  return { metrics, gauges, stop: () => server.stop() };
}
