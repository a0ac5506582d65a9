import type { Request, RequestHandler, Response } from 'express';
import type { MeasuredRequest } from '../../platform/metrics.ts';
import { isForm } from '../server/malformed-requests.ts';
import { getRouteTemplate } from './route-template.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Records every request when it ends. */
export function measureRequests(record: (measured: MeasuredRequest) => void): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.on('close', () => {
      const isStream =
        response.statusCode === 101 ||
        String(response.getHeader('Content-Type')).startsWith('text/event-stream');
      record({
        method: knownMethods.has(request.method) ? request.method : 'other',
        route: getRouteTemplate(request),
        status: response.writableFinished || isStream ? String(response.statusCode) : 'aborted',
        seconds: isStream ? null : (performance.now() - startedAt) / 1000,
        uploadedBytes: getUploadedBytes(request, response),
      });
    });
    next();
  };
}

function getUploadedBytes(request: Request, response: Response): number {
  const isAccepted = response.writableFinished && response.statusCode < 400;
  if (!isAccepted || !isForm(request)) return 0;
  return Number(request.get('Content-Length') ?? 0);
}
