import type { AuthResponse } from '@skein/contracts/auth';
import { streamEvents } from '@skein/contracts/realtime';
import type { RequestContext } from '../../http/routes/bind-route.ts';
import type { SignedIn } from './register.ts';

/** Opens the event stream and nothing else: its path is the stream's alone. */
export interface StreamCookie {
  /** Sets the cookie of the session and gives the answer to send. */
  issue(context: RequestContext, signedIn: SignedIn): AuthResponse;
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
