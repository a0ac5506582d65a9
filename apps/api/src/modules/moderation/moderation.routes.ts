import { createReport } from '@skein/contracts/moderation';
import type { BindRoute } from '../../http/bind-route.ts';
import { success } from '../../http/success.ts';
import type { ModerationModule } from './index.ts';

export function moderationRoutes(bind: BindRoute, moderation: ModerationModule): void {
  bind(createReport, async ({ viewer, body }) => {
    await moderation.report(viewer, body);
    return success('Thank you. Your report was sent.');
  });
}
