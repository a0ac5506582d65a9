import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { cspReportsPath } from '../site/csp-reports.ts';
import { IncomingMessage, ServerResponse } from 'node:http';

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    // Previews of selected images use blob URLs, some icons use data URLs.
    imgSrc: ["'self'", 'blob:', 'data:'],
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    workerSrc: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
    // Safari and Firefox use `report-uri`, the others `report-to`.
    reportUri: [cspReportsPath],
    reportTo: ['csp'],
  },
};

/** Device features that the app does not use, also not in frames. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  // Voice messages are recorded in the app.
  .concat('microphone=(self)')
  .join(', ');

/** Headers that browsers apply to documents and workers only. */
const documentHeaders = new Set(
  [
    'Content-Security-Policy',
    'Cross-Origin-Opener-Policy',
    'Origin-Agent-Cluster',
    'Permissions-Policy',
    'Reporting-Endpoints',
    'X-DNS-Prefetch-Control',
    'X-Download-Options',
    'X-Permitted-Cross-Domain-Policies',
    'X-XSS-Protection',
  ].map((name) => name.toLowerCase()),
);

/** Paths without documents. The API reference is a page, and the service worker is not an asset. */
const dataPath = /^\/(?:api\/(?!docs\/?$)|assets\/|avatars\/|icons\/|media\/)/i;

/**
 * Sets the security headers of every response; with HTTPS also Strict-Transport-Security. Responses
 * that cannot be documents have no headers about documents, which are a kilobyte.
 */
export function securityHeaders(options: { isHttps: boolean }): RequestHandler {
  const headers = collectSecurityHeaders(options);
  const dataHeaders = headers.filter(([name]) => !documentHeaders.has(name));
  return (request, response, next) => {
    const chosenHeaders = dataPath.test(request.path) ? dataHeaders : headers;
    for (const [name, value] of chosenHeaders) response.setHeader(name, value);
    next();
  };
}

/** Runs helmet once, because its headers are the same for every response. */
function collectSecurityHeaders(options: { isHttps: boolean }): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: {
      ...contentSecurityPolicy,
      directives: {
        ...contentSecurityPolicy.directives,
        ...(options.isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // Subdomains may belong to other services.
    strictTransportSecurity: options.isHttps && {
      maxAge: 31_536_000,
      includeSubDomains: false,
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  setHeaders(request, response, () => undefined);
  response.setHeader('Permissions-Policy', permissionsPolicy);
  response.setHeader('Reporting-Endpoints', `csp="${cspReportsPath}"`);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** Asks search engines not to index any page. Link previews still work. */
export const noIndex: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Robots-Tag', 'noindex');
  next();
};

/** Prevents caching, because API responses are specific to the viewer. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'private, no-store');
  next();
};
