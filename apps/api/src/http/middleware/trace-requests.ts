import type { RequestHandler } from 'express';
import type { Tracing } from '../../platform/tracing.ts';
import { setLoggedTrace } from './request-context.ts';
import { getRouteTemplate } from './route-template.ts';

/** Frequent requests of proxies and orchestrators. */
const healthChecks = new Set(['/api/health', '/api/ready']);

/** Records every request, except for health checks, as a span. */
export function traceRequests(
  tracing: Tracing,
  { trustsProxies }: { trustsProxies: boolean },
): RequestHandler {
  return (request, response, next) => {
    if (healthChecks.has(request.path)) {
      next();
      return;
    }
    const span = tracing.startRequest(trustsProxies ? request.get('traceparent') : undefined);
    setLoggedTrace(response, span.traceId);
    response.on('close', () => {
      const { method } = request;
      const status = response.writableFinished ? response.statusCode : undefined;
      span.end({ method, route: getRouteTemplate(request), status });
    });
    span.run(next);
  };
}
