import type { RequestHandler } from 'express';
import { ForbiddenError } from '../../platform/errors.ts';
import { t } from '../../platform/messages.ts';
import { requestLocale } from '../routes/request-locale.ts';

/** Monitoring must not depend on what administrators block. */
const exemptPaths = new Set(['/api/health', '/api/ready']);

/** Rejects all requests from blocked IP addresses. */
export function rejectBlockedAddresses(
  isBlocked: (address: string | undefined) => boolean,
): RequestHandler {
  return (request, response, next) => {
    if (!isBlocked(request.ip) || exemptPaths.has(request.path)) {
      next();
      return;
    }
    if (request.path.startsWith('/api/')) {
      throw new ForbiddenError('error.accessBlocked');
    }
    const text = t(requestLocale(request), 'registration.accessBlocked');
    response.status(403).set('Cache-Control', 'no-store').type('text/plain').send(`${text}\n`);
  };
}
