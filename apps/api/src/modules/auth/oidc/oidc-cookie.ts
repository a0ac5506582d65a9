import type { RequestContext } from '../../../platform/request-context.ts';
import { attemptLifetimeMs } from './oidc-attempts.ts';
import { callbackPath } from './oidc-client.ts';

const name = 'skein_oidc';

type CookieWriter = Pick<RequestContext, 'setCookie' | 'clearCookie'>;

/** The cookie of a started sign-in. `Lax`, because the provider's page opens the callback. */
export function createOidcCookie({ isHttps }: { isHttps: boolean }) {
  const attributes = {
    path: `/api${callbackPath}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
  } as const;
  return {
    set: (context: CookieWriter, value: string) =>
      context.setCookie(name, value, { ...attributes, maxAge: attemptLifetimeMs }),
    clear: (context: CookieWriter) => context.clearCookie(name, attributes),

    /** The value in a `Cookie` header. */
    read: (header: string | undefined): string | undefined =>
      (header ?? '')
        .split(';')
        .map((pair) => pair.trim().split('=', 2))
        .find(([key]) => key === name)?.[1],
  };
}
