import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { UnavailableError } from '../../platform/errors.ts';

/** On a database that is there a start takes less. */
const startPatienceMs = 5000;
const lookEveryMs = 20;

/**
 * `starting`: nothing is served yet. `leaving`: everything is, for a moment more, but whoever asks
 * hears that it is time to turn to another server.
 */
export type ServerPhase = 'starting' | 'open' | 'leaving';

/**
 * Refuses everything before it may be served, but the question whether the process lives; and at
 * last the question whether it is ready, so that a proxy sends nothing more. In the first moments
 * of a start requests wait for its end: proxies that ask no questions send them as soon as they can
 * connect.
 */
export function readinessGate(phase: () => ServerPhase): RequestHandler {
  const patientUntil = Date.now() + startPatienceMs;
  const isStarting = () => phase() === 'starting';
  return async ({ path }, _response, next) => {
    const isReadiness = path === '/api/ready';
    if (isStarting() && path !== '/api/health') {
      while (isStarting() && !isReadiness && Date.now() < patientUntil) await sleep(lookEveryMs);
      if (isStarting()) {
        throw new UnavailableError('The service is starting. Please try again soon.');
      }
    }
    if (isReadiness && phase() === 'leaving') {
      throw new UnavailableError('The service is stopping. Please try again soon.');
    }
    next();
  };
}
