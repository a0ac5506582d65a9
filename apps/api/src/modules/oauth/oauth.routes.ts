import {
  createAccessToken,
  decideAuthorization,
  getRequestedAccess,
  listAuthorizedApps,
  revokeAuthorizedApp,
} from '@skein/contracts/oauth';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { OauthModule } from './oauth.module.ts';

/** The routes of the web app. */
export function oauthRoutes(bind: BindRoute, oauth: OauthModule): void {
  bind(getRequestedAccess, ({ query }) => oauth.getRequestedAccess(query));
  bind(decideAuthorization, async ({ viewer, body, context }) => {
    const redirectUri = await oauth.decide(viewer, body, context);
    const message = body.isGranted ? 'success.appGranted' : 'success.appDenied';
    return { ...success(message), redirectUri };
  });
  bind(createAccessToken, ({ viewer, body, context }) =>
    oauth.createAccessToken(viewer, body, context),
  );
  bind(listAuthorizedApps, ({ viewer }) => oauth.listAuthorizedApps(viewer));
  bind(revokeAuthorizedApp, async ({ viewer, params }) => {
    await oauth.revokeAuthorizedApp(viewer, params.appId);
    return success('success.appRevoked');
  });
}
