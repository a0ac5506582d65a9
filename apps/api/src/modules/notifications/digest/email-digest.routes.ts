import {
  getEmailDigest,
  unsubscribeFromEmailDigest,
  updateEmailDigest,
} from '@skein/contracts/notifications';
import express from 'express';
import type { Router } from 'express';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { EmailDigestModule } from './email-digest.module.ts';

export function emailDigestRoutes(bind: BindRoute, digest: EmailDigestModule): void {
  bind(getEmailDigest, ({ viewer }) => digest.get(viewer));
  bind(updateEmailDigest, async ({ viewer, body }) => {
    await digest.update(viewer, body.isEnabled);
    return success('success.notificationSettingsSaved');
  });
  bind(unsubscribeFromEmailDigest, async ({ params }) => {
    await digest.unsubscribe(params.token);
    return success('success.emailDigestOff');
  });
}

/** Email programs without one-click unsubscribe open the same address, which shows a page instead. */
export function emailDigestPages(): Router {
  const router = express.Router();
  router.get('/notifications/email-digest/unsubscribe/:token', ({ params }, response) => {
    const token = encodeURIComponent(params.token);
    response.set('Referrer-Policy', 'no-referrer').redirect(303, `/unsubscribe#token=${token}`);
  });
  return router;
}
