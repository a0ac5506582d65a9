import { createServer } from 'node:http';
import { ConfigurationError } from '../../platform/config/env.ts';
import type { PrometheusMetrics } from './prometheus.ts';

export interface MetricsServer {
  stop(): Promise<void>;
}

/**
 * Answers `GET /metrics`, and nothing else, on a port of its own, which is not for everybody.
 * @throws ConfigurationError when the port cannot be had
 */
export async function startMetricsServer(
  metrics: Pick<PrometheusMetrics, 'contentType' | 'print'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.print().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new ConfigurationError('METRICS_PORT: is taken, or not to be listened on', { cause }));
    });
    server.listen(port, host, resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
