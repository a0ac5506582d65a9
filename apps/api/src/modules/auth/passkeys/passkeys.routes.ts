import {
  listPasskeys,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '@skein/contracts/auth';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { AuthModule } from '../auth.module.ts';

export function passkeysRoutes(bind: BindRoute, auth: AuthModule): void {
  const { passkeys, securityEmails, streamCookie } = auth;
  bind(listPasskeys, ({ viewer }) => passkeys.list(viewer));
  bind(startPasskeyRegistration, async ({ viewer, body, context: { address } }) => {
    await auth.confirmPassword(viewer, { ...body, address });
    return passkeys.startRegistration(viewer);
  });
  bind(registerPasskey, async ({ viewer, body, context }) => {
    const passkey = await passkeys.register(viewer, body);
    securityEmails.notify(viewer.userId, 'passkeyAdded', context);
    return passkey;
  });
  bind(renamePasskey, ({ viewer, params, body }) =>
    passkeys.rename(viewer, params.passkeyId, body.name),
  );
  bind(removePasskey, async ({ viewer, params, body, context }) => {
    await auth.confirmPassword(viewer, { ...body, address: context.address });
    await passkeys.remove(viewer, params.passkeyId);
    securityEmails.notify(viewer.userId, 'passkeyRemoved', context);
    return success('success.passkeyRemoved');
  });
  bind(startPasskeySignIn, () => passkeys.startSignIn());
  bind(signInWithPasskey, async ({ body, context }) => {
    const signedIn = await passkeys.signIn(body.credential, context);
    securityEmails.notify(signedIn.response.user.id, 'signIn', context);
    return streamCookie.issue(context, signedIn);
  });
}
