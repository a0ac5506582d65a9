import type { RequestHandler } from 'express';
import { UnavailableError } from '../shared/errors.ts';

/** Refuses everything until it may be served, but the question whether the process lives. */
export function refuseUntil(isOpen: () => boolean): RequestHandler {
  return (request, _response, next) => {
    if (!isOpen() && request.path !== '/api/health') {
      throw new UnavailableError('The service is starting. Please try again soon.');
    }
    next();
  };
}
