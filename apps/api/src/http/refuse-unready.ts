import type { RequestHandler } from 'express';
import { UnavailableError } from '../shared/errors.ts';

/**
 * `starting`: nothing is served yet. `leaving`: everything is, for a moment more, but whoever asks
 * hears that it is time to turn to another server.
 */
export type ServerPhase = 'starting' | 'open' | 'leaving';

/**
 * Refuses everything before it may be served, but the question whether the process lives; and at
 * last the question whether it is ready, so that a proxy sends nothing more.
 */
export function refuseUnready(phase: () => ServerPhase): RequestHandler {
  return (request, _response, next) => {
    const now = phase();
    if (now === 'starting' && request.path !== '/api/health') {
      throw new UnavailableError('The service is starting. Please try again soon.');
    }
    if (now === 'leaving' && request.path === '/api/ready') {
      throw new UnavailableError('The service is stopping. Please try again soon.');
    }
    next();
  };
}
