import type { Gauges } from './prometheus.ts';
import { noMetrics } from '../../platform/metrics.ts';
import type { Metrics } from '../../platform/metrics.ts';

export interface RunningMetrics {
  metrics: Metrics;
  /** Read whenever somebody looks. To be replaced once there is something to read. */
  gauges: Gauges;
  stop(): Promise<void>;
}

/** Tells figures at `/metrics` of a port, or nothing to nobody. */
export async function startMetrics(
  host: string,
  port: number | undefined,
): Promise<RunningMetrics> {
  const gauges: Gauges = {
    pool: () => ({ size: 0, idle: 0, waiting: 0 }),
    openStreams: () => 0,
  };
  if (port === undefined) return { metrics: noMetrics, gauges, stop: () => Promise.resolve() };
  // Loaded only where somebody watches.
  const { createPrometheusMetrics } = await import('./prometheus.ts');
  const { startMetricsServer } = await import('./metrics-server.ts');
  const metrics = createPrometheusMetrics({
    pool: () => gauges.pool(),
    openStreams: () => gauges.openStreams(),
  });
  const server = await startMetricsServer(metrics, { host, port });
  return { metrics, gauges, stop: () => server.stop() };
}
