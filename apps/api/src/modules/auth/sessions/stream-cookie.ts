import { streamEvents } from '@skein/contracts/realtime';
import type { RequestContext } from '../../../platform/request-context.ts';
import type { SignedIn } from '../registration/register.ts';

/** A cookie that authenticates the event stream only: it is limited to the stream's path. */
export interface StreamCookie {
  /** Sets the cookie of a session and returns the response body. */
  issue(context: RequestContext, signedIn: SignedIn): SignedIn['response'];
  clear(context: RequestContext): void;
}

export function createStreamCookie(options: { isHttps: boolean }): StreamCookie {
  const attributes = {
    path: `/api${streamEvents.path}`,
    httpOnly: true,
    sameSite: 'strict',
    secure: options.isHttps,
  } as const;
  return {
    issue(context, { session, response }) {
      context.setCookie(streamEvents.cookie, session.token, {
        ...attributes,
        expires: session.expiresAt,
      });
      return response;
    },
    clear: (context) => context.clearCookie(streamEvents.cookie, attributes),
  };
}
