import {
  createCannedResponse,
  deleteCannedResponse,
  listCannedResponses,
  reorderCannedResponses,
  updateCannedResponse,
} from '@skein/contracts/moderation';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { ModerationModule } from '../moderation.module.ts';

/** Moderators use the canned responses, administrators change them. */
export function cannedResponseRoutes(
  {
    bindModeration,
    bindAdministration,
  }: Record<'bindModeration' | 'bindAdministration', BindRoute>,
  moderation: ModerationModule,
): void {
  bindModeration(listCannedResponses, () => moderation.listCannedResponses());
  bindAdministration(createCannedResponse, ({ viewer, idempotency, body }) =>
    moderation.createCannedResponse(viewer, idempotency, body),
  );
  bindAdministration(updateCannedResponse, ({ viewer, params, body }) =>
    moderation.updateCannedResponse(viewer, { ...params, ...body }),
  );
  bindAdministration(deleteCannedResponse, async ({ viewer, params }) => {
    await moderation.deleteCannedResponse(viewer, params.responseId);
    return success('success.cannedResponseDeleted');
  });
  bindAdministration(reorderCannedResponses, ({ viewer, body }) =>
    moderation.reorderCannedResponses(viewer, body.ids),
  );
}
