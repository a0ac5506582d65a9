import { ConfigurationError } from '../../platform/config/env.ts';
import { createServer } from 'node:http';
import type { PrometheusMetrics } from './prometheus.ts';

export interface MetricsServer {
  stop(): Promise<void>;
}

/**
 * Serves only `GET /metrics` on a separate port, which must not be public.
 * @throws ConfigurationError when the port is not available
 */
export async function startMetricsServer(
  metrics: Pick<PrometheusMetrics, 'contentType' | 'render'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.render().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new ConfigurationError('METRICS_PORT: the port is in use, or Skein may not listen on it', {
          cause,
        }),
      );
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
