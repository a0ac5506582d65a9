import {
  changeEmail,
  getEmailStatus,
  releaseEmail,
  restoreEmail,
  sendVerificationEmail,
  verifyEmail,
} from '@skein/contracts/auth';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { AuthModule } from '../auth.module.ts';

export function emailRoutes(bind: BindRoute, { email }: Pick<AuthModule, 'email'>): void {
  bind(getEmailStatus, ({ viewer }) => email.getStatus(viewer));
  bind(changeEmail, async ({ viewer, body, context }) => {
    const isChanged = await email.change(viewer, body, context);
    return success(isChanged ? 'success.emailChanged' : 'success.emailChangeRequested');
  });
  bind(sendVerificationEmail, async ({ viewer, idempotency, context }) => {
    await email.sendVerification(viewer, idempotency, context.locale);
    return success('success.verificationSent');
  });
  bind(verifyEmail, async ({ viewer, body, context }) => {
    await email.verify(viewer, body.token, context.locale);
    return success('success.emailVerified');
  });
  bind(releaseEmail, async ({ body }) => {
    await email.release(body.token);
    return success('success.emailReleased');
  });
  bind(restoreEmail, async ({ body }) => {
    await email.restore(body.token);
    return success('success.emailRestored');
  });
}
