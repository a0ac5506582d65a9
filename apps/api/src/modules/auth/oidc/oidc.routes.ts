import {
  listIdentities,
  startIdentityLink,
  startOidcSignIn,
  unlinkIdentity,
} from '@skein/contracts/auth';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import type { RequestContext } from '../../../platform/request-context.ts';
import { success } from '../../../platform/results.ts';
import type { AuthModule } from '../auth.module.ts';
import type { StartedOidc } from './start-oidc.ts';

/** The response of the provider is received by `oidcCallbackRouter`. */
export function oidcRoutes(bind: BindRoute, auth: AuthModule): void {
  const { oidc, oidcCookie } = auth;
  const respond = (context: RequestContext, { url, cookie }: StartedOidc) => {
    oidcCookie.set(context, cookie);
    return { url };
  };
  bind(startOidcSignIn, async ({ body, context }) =>
    respond(context, await oidc.startSignIn(body)),
  );
  bind(startIdentityLink, async ({ viewer, body, context }) => {
    await auth.confirmPassword(viewer, { ...body, address: context.address });
    return respond(context, await oidc.startLink(viewer));
  });
  bind(listIdentities, ({ viewer }) => oidc.list(viewer));
  bind(unlinkIdentity, async ({ viewer, params, body, context }) => {
    await oidc.requireUnlinkable(viewer);
    await auth.confirmPassword(viewer, { ...body, address: context.address });
    await oidc.unlink(viewer, params.identityId, context);
    return success('success.identityUnlinked');
  });
}
