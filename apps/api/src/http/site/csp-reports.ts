import express from 'express';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { Metrics } from '../../platform/metrics.ts';

export const cspReportsPath = '/csp-reports';

/** The maximum per request. Browsers send the reports that they have collected for a minute. */
const reportsMax = 100;
const bodyMaxBytes = 64 * 1024;

const parse = express.json({
  limit: bodyMaxBytes,
  type: ['application/csp-report', 'application/reports+json'],
});

const legacySchema = z
  .object({
    'csp-report': z.object({
      'effective-directive': z.string().optional(),
      'violated-directive': z.string().optional(),
    }),
  })
  .transform(({ 'csp-report': report }) => [
    report['effective-directive'] ?? report['violated-directive'],
  ]);

const reportsSchema = z
  .array(z.object({ type: z.string(), body: z.object({ effectiveDirective: z.string() }) }))
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => body.effectiveDirective),
  );

const bodySchema = z.union([legacySchema, reportsSchema]);

const directives: ReadonlySet<string> = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
]);

/**
 * Counts reports of browsers about violations of the content security policy. Addresses and code in
 * them may be private, so nothing else is stored.
 */
export function receiveCspReports(metrics: Pick<Metrics, 'cspViolation'>): RequestHandler {
  return (request, response) => {
    parse(request, response, (error: unknown) => {
      const reports = error === undefined ? bodySchema.safeParse(request.body) : undefined;
      for (const directive of reports?.data?.slice(0, reportsMax) ?? []) {
        metrics.cspViolation(toLabel(directive));
      }
      response.status(reports?.success ? 204 : 400).end();
    });
  };
}

/** `violated-directive` of old browsers also contains the values of the directive. */
function toLabel(directive = ''): string {
  const [name = ''] = directive.split(' ');
  return directives.has(name) ? name : 'other';
}
