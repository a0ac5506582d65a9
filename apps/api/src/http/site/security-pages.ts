import express from 'express';
import type { Router } from 'express';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { limitPublicRequests } from '../middleware/count-request.ts';
import { cspReportsPath, receiveCspReports } from './csp-reports.ts';

/** RFC 9116 recommends less than a year. */
const securityTextLifetimeMs = 180 * dayMs;

interface SecurityPagesOptions {
  publicUrl: URL;
  /** A URI; undefined to publish no `security.txt`. */
  securityContact: string | undefined;
  clock: Clock;
  rateLimiter: RateLimiter;
  metrics: Pick<Metrics, 'cspViolation'>;
}

/**
 * The addresses that password managers and security researchers look for, and the one that browsers
 * send reports to.
 */
export function securityPages(options: SecurityPagesOptions): Router {
  const { publicUrl, securityContact, clock, rateLimiter, metrics } = options;
  const router = express.Router();
  const limit = limitPublicRequests(rateLimiter);
  router.post(cspReportsPath, limit, receiveCspReports(metrics));
  router.get('/.well-known/change-password', limit, (_request, response) => {
    response.redirect(302, '/settings#password');
  });
  if (securityContact === undefined) return router;
  router.get('/.well-known/security.txt', limit, (_request, response) => {
    const expires = new Date(clock.now().getTime() + securityTextLifetimeMs);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, de',
      `Canonical: ${publicUrl.origin}/.well-known/security.txt`,
    ];
    response.type('text/plain').send(`${lines.join('\n')}\n`);
  });
  return router;
}
