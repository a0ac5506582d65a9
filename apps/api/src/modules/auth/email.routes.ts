import {
  changeEmail,
  getEmailStatus,
  releaseEmail,
  sendVerificationEmail,
  verifyEmail,
} from '@skein/contracts/auth';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../http/routes/success.ts';
import type { AuthModule } from './auth.module.ts';

export function emailRoutes(bind: BindRoute, { email }: Pick<AuthModule, 'email'>): void {
  bind(getEmailStatus, ({ viewer }) => email.getStatus(viewer));
  bind(changeEmail, async ({ viewer, body, context }) => {
    await email.change(viewer, body, context);
    return success('Your email address has been changed. We have sent a link to verify it.');
  });
  bind(sendVerificationEmail, async ({ viewer, idempotency, context }) => {
    await email.sendVerification(viewer, idempotency, context.locale);
    return success('We have sent a link to your email address.');
  });
  bind(verifyEmail, async ({ viewer, body }) => {
    await email.verify(viewer, body.token);
    return success('Your email address is verified.');
  });
  bind(releaseEmail, async ({ body }) => {
    await email.release(body.token);
    return success('Your email address has been removed from the account.');
  });
}
