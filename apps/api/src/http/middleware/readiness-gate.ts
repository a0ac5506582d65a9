import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { UnavailableError } from '../../platform/errors.ts';

/** A start takes less time if the database is available. */
const startTimeoutMs = 5000;
const pollIntervalMs = 20;

/**
 * `starting`: requests wait or get a 503. `ready`: all requests are handled. `stopping`: requests are
 * still handled, but the readiness endpoint fails, so that proxies choose another server.
 */
export type ServerPhase = 'starting' | 'ready' | 'stopping';

/**
 * Rejects requests while the server starts, except for the liveness endpoint. During the first
 * seconds requests wait instead, because proxies without health checks send them as soon as they can
 * connect.
 */
export function readinessGate(phase: () => ServerPhase): RequestHandler {
  const waitUntil = Date.now() + startTimeoutMs;
  const isStarting = () => phase() === 'starting';
  return async ({ path }, _response, next) => {
    const isReadinessCheck = path === '/api/ready';
    if (isStarting() && path !== '/api/health') {
      while (isStarting() && !isReadinessCheck && Date.now() < waitUntil) {
        await sleep(pollIntervalMs);
      }
      if (isStarting()) {
        throw new UnavailableError('error.starting');
      }
    }
    if (isReadinessCheck && phase() === 'stopping') {
      throw new UnavailableError('error.stopping');
    }
    next();
  };
}
