import type { RequestHandler } from 'express';
import helmet from 'helmet';

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    // Previews of chosen pictures are blobs; the icons of some controls are data.
    imgSrc: ["'self'", 'blob:', 'data:'],
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    workerSrc: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
  },
};

/** Headers of every answer. Behind https, browsers are told to stay there. */
export function securityHeaders(options: { isHttps: boolean }): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      ...contentSecurityPolicy,
      directives: {
        ...contentSecurityPolicy.directives,
        ...(options.isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // Of the other hosts below its name an instance knows nothing.
    strictTransportSecurity: options.isHttps && {
      maxAge: 31_536_000,
      includeSubDomains: false,
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
}

/** Asks search engines to list nothing. Sites that show link previews still read the pages. */
export const noIndex: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Robots-Tag', 'noindex');
  next();
};

/** Answers of the API are one person's: no cache on the way may keep them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'private, no-store');
  next();
};
