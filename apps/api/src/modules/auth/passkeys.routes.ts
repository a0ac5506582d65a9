import {
  listPasskeys,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '@skein/contracts/auth';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../http/routes/success.ts';
import type { AuthModule } from './auth.module.ts';

export function passkeysRoutes(bind: BindRoute, auth: AuthModule): void {
  const { passkeys, streamCookie } = auth;
  bind(listPasskeys, ({ viewer }) => passkeys.list(viewer));
  bind(startPasskeyRegistration, async ({ viewer, body, context: { address } }) => {
    await auth.confirmPassword(viewer, { ...body, address });
    return passkeys.startRegistration(viewer);
  });
  bind(registerPasskey, ({ viewer, body }) => passkeys.register(viewer, body));
  bind(renamePasskey, ({ viewer, params, body }) =>
    passkeys.rename(viewer, params.passkeyId, body.name),
  );
  bind(removePasskey, async ({ viewer, params, body, context: { address } }) => {
    await auth.confirmPassword(viewer, { ...body, address });
    await passkeys.remove(viewer, params.passkeyId);
    return success('The passkey has been removed.');
  });
  bind(startPasskeySignIn, () => passkeys.startSignIn());
  bind(signInWithPasskey, async ({ body, context }) =>
    streamCookie.issue(context, await passkeys.signIn(body.credential, context)),
  );
}
