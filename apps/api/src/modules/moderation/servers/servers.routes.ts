import {
  getFederationMode,
  getServerEffect,
  importServerList,
  listServers,
  previewServerList,
  updateFederationMode,
  updateServer,
} from '@skein/contracts/moderation';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import type { ModerationModule } from '../moderation.module.ts';

/** The administration of other servers. */
export function serverRoutes(bind: BindRoute, moderation: ModerationModule): void {
  bind(listServers, ({ query }) => moderation.listServers(query));
  bind(previewServerList, ({ files }) => moderation.previewServerList(files.file));
  bind(importServerList, ({ viewer, body, files }) =>
    moderation.importServerList(viewer, body, files.file),
  );
  bind(getServerEffect, ({ params }) => moderation.getServerEffect(params.domain));
  bind(updateServer, ({ viewer, params, body }) =>
    moderation.updateServer(viewer, params.domain, body),
  );
  bind(getFederationMode, () => moderation.getFederationMode());
  bind(updateFederationMode, ({ viewer, body }) =>
    moderation.updateFederationMode(viewer, body.allowsOnlyListed),
  );
}
