import { exchangeSession, login, logout, register } from '@skein/contracts/auth';
import type { BindRoute } from '../../http/bind-route.ts';
import type { AuthModule } from './index.ts';

export function authRoutes(bind: BindRoute, auth: AuthModule): void {
  const { streamCookie } = auth;
  bind(register, async ({ body, context }) =>
    streamCookie.issue(context, await auth.register(body, context)),
  );
  bind(login, async ({ body, context }) =>
    streamCookie.issue(context, await auth.login(body, context)),
  );
  bind(exchangeSession, async ({ viewer, context }) =>
    streamCookie.issue(context, await auth.exchangeSession(viewer, context)),
  );
  bind(logout, async ({ viewer, context }) => {
    streamCookie.clear(context);
    return auth.logout(viewer);
  });
}
