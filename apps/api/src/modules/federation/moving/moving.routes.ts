import {
  addAlias,
  cancelMove,
  getAccountMove,
  moveAccount,
  removeAlias,
} from '@skein/contracts/users';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import type { FederationModule } from '../federation.module.ts';

/** Moving between servers. Without federation, all of them respond with 404. */
export function movingRoutes(bind: BindRoute, federation: FederationModule | undefined): void {
  const requireMoving = () => {
    if (federation === undefined) throw new NotFoundError('error.federationOff');
    return federation.moving;
  };
  bind(getAccountMove, async ({ viewer }) => requireMoving().get(viewer));
  bind(addAlias, async ({ viewer, body }) => requireMoving().addAlias(viewer, body.handle));
  bind(removeAlias, async ({ viewer, body }) => requireMoving().removeAlias(viewer, body.uri));
  bind(moveAccount, async ({ viewer, body, context }) =>
    requireMoving().move(viewer, { ...body, address: context.address }),
  );
  bind(cancelMove, async ({ viewer }) => requireMoving().cancel(viewer));
}
