import {
  getFederationMode,
  getServerEffect,
  listServers,
  updateFederationMode,
  updateServer,
} from '@skein/contracts/moderation';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { bindWithPermission } from '../../moderation/index.ts';
import type { ModerationModule } from '../../moderation/index.ts';
import type { FederationModule } from '../federation.module.ts';

interface Services {
  /** Undefined without federation. */
  federation: FederationModule | undefined;
  moderation: ModerationModule;
}

/** The administration of other servers. */
export function serversRoutes(bindRoute: BindRoute, { federation, moderation }: Services): void {
  const bind = bindWithPermission(bindRoute, moderation, 'administrate');
  const require = (): FederationModule['servers'] => {
    if (federation === undefined) throw new NotFoundError('error.federationOff');
    return federation.servers;
  };
  bind(listServers, async ({ query }) => require().list(query));
  bind(getServerEffect, async ({ params }) => require().getEffect(params.domain));
  bind(updateServer, async ({ viewer, params, body }) =>
    require().update(viewer, params.domain, body),
  );
  bind(getFederationMode, async () => require().getMode());
  bind(updateFederationMode, async ({ viewer, body }) =>
    require().updateMode(viewer, body.allowsOnlyListed),
  );
}
