import express from 'express';
import type { Request, Response, Router } from 'express';
import { toAppError } from '../../../http/middleware/error-handler.ts';
import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../../platform/rate-limits/rate-limits.ts';
import { requestLocale } from '../../../http/routes/request-locale.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { AuthModule } from '../auth.module.ts';
import { callbackPath } from './oidc-client.ts';
import { toErrorPath } from './finish-oidc.ts';

interface Dependencies {
  auth: Pick<AuthModule, 'oidc' | 'oidcCookie'>;
  rateLimiter: RateLimiter;
  logger: Logger;
}

/**
 * The page to which the provider sends the browser. It always redirects to the web app, with a token or an
 * error in the fragment, which neither servers nor the `Referer` header receive.
 */
export function oidcCallbackRouter({ auth, rateLimiter, logger }: Dependencies): Router {
  const router = express.Router();
  router.get(callbackPath, async (request, response) => {
    const cookie = auth.oidcCookie.read(request.headers.cookie);
    auth.oidcCookie.clear({
      setCookie: (name, value, options) => void response.cookie(name, value, options),
      clearCookie: (name, options) => void response.clearCookie(name, options),
    });
    const location = await receive(request, cookie).catch((error: unknown) => {
      const { code } = toAppError(error);
      if (code === 'rate_limited') return toErrorPath('rateLimited', false);
      logger.error({ err: error }, 'the response of the OpenID Connect provider was not handled');
      return toErrorPath('failed', false);
    });
    redirect(response, location);
  });

  async function receive(request: Request, cookie: string | undefined): Promise<string> {
    await rateLimiter.consume('signedOut', addressKey(request.ip));
    const [, query = ''] = request.originalUrl.split('?', 2);
    const origin = {
      userAgent: request.headers['user-agent']?.slice(0, 300),
      address: request.ip,
      locale: requestLocale(request),
    };
    return auth.oidc.finish({ query: new URLSearchParams(query), cookie, origin });
  }
  return router;
}

function redirect(response: Response, location: string): void {
  // The address of this page contains the code.
  response.set('Referrer-Policy', 'no-referrer').redirect(303, location);
}
