import { getCurrentUser } from '@skein/contracts/users';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { UsersModule } from './users.module.ts';

export function usersRoutes(bind: BindRoute, users: UsersModule): void {
  bind(getCurrentUser, ({ viewer }) => users.getCurrentUser(viewer.userId));
}
