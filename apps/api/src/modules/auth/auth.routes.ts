import {
  changePassword,
  endAllSessions,
  endSession,
  exchangeSession,
  forgotPassword,
  getInvitation,
  getRegistrationChallenge,
  listSessions,
  login,
  logout,
  register,
  resetPassword,
  suggestUsernames,
} from '@skein/contracts/auth';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { alternative, success } from '../../platform/results.ts';
import type { AuthModule } from './auth.module.ts';
import { emailRoutes } from './email/email.routes.ts';
import { oidcRoutes } from './oidc/oidc.routes.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts';

export function authRoutes(bind: BindRoute, auth: AuthModule): void {
  const { streamCookie } = auth;
  bind(register, async ({ body, context }) => {
    const signedIn = await auth.register(body, context);
    return signedIn === null
      ? alternative(success('success.registrationRequested'))
      : streamCookie.issue(context, signedIn);
  });
  bind(getRegistrationChallenge, () => auth.createRegistrationChallenge());
  bind(suggestUsernames, ({ query }) => auth.suggestUsernames(query));
  bind(getInvitation, ({ body }) => auth.getInvitation(body.invitation));
  bind(login, async ({ body, context }) =>
    streamCookie.issue(context, await auth.login(body, context)),
  );
  bind(exchangeSession, async ({ viewer, body, context }) => {
    const input = { bearerToken: context.bearerToken, code: body.code };
    return streamCookie.issue(context, await auth.exchangeSession(viewer, input, context));
  });
  bind(logout, async ({ viewer, context }) => {
    streamCookie.clear(context);
    await auth.logout(viewer);
    // Pictures of private accounts may be in it.
    context.clearCache();
    return success('success.signedOut');
  });
  bind(listSessions, ({ viewer }) => auth.listSessions(viewer));
  bind(endSession, async ({ viewer, params }) => {
    await auth.endSession(viewer, params.sessionId);
    return success('success.sessionEnded');
  });
  bind(endAllSessions, async ({ body }) => {
    await auth.endAllSessionsByLink(body.token);
    return success('success.allSessionsEnded');
  });
  passwordRoutes(bind, auth);
  emailRoutes(bind, auth);
  twoFactorRoutes(bind, auth);
  passkeysRoutes(bind, auth);
  oidcRoutes(bind, auth);
}

function passwordRoutes(bind: BindRoute, auth: AuthModule): void {
  bind(changePassword, async ({ viewer, body, context }) => {
    await auth.changePassword(viewer, body, context);
    return success('success.passwordChanged');
  });
  bind(forgotPassword, async ({ body, context }) => {
    await auth.forgotPassword(body.email, context.locale);
    return success('success.resetLinkSent');
  });
  bind(resetPassword, async ({ body, context }) => {
    await auth.resetPassword(body, context);
    return success('success.passwordReset');
  });
}
