import {
  confirmTwoFactor,
  getTwoFactorStatus,
  replaceRecoveryCodes,
  setUpTwoFactor,
  turnOffTwoFactor,
} from '@skein/contracts/auth';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { AuthModule } from '../auth.module.ts';

/** Every change requires the password, or a code that only the owner of the password could create. */
export function twoFactorRoutes(bind: BindRoute, auth: AuthModule): void {
  const { twoFactor, securityEmails } = auth;
  bind(getTwoFactorStatus, ({ viewer }) => twoFactor.getStatus(viewer));
  bind(setUpTwoFactor, async ({ viewer, body, context: { address } }) => {
    await auth.confirmPassword(viewer, { ...body, address });
    return twoFactor.setUp(viewer);
  });
  bind(confirmTwoFactor, async ({ viewer, body, context }) => {
    const recoveryCodes = await twoFactor.confirm(viewer, body.code);
    securityEmails.notify(viewer.userId, 'twoFactorOn', context);
    return { recoveryCodes };
  });
  bind(replaceRecoveryCodes, async ({ viewer, body, context }) => {
    await auth.confirmPassword(viewer, { ...body, address: context.address });
    const recoveryCodes = await twoFactor.replaceRecoveryCodes(viewer);
    securityEmails.notify(viewer.userId, 'recoveryCodes', context);
    return { recoveryCodes };
  });
  bind(turnOffTwoFactor, async ({ viewer, body, context }) => {
    await auth.confirmPassword(viewer, { ...body, address: context.address });
    if (await twoFactor.turnOff(viewer)) {
      securityEmails.notify(viewer.userId, 'twoFactorOff', context);
    }
    return success('success.twoFactorOff');
  });
}
