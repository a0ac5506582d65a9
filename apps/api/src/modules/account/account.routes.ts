import { deleteAccount, exportAccount } from '@skein/contracts/users';
import type { BindDownload, BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { AuthModule } from '../auth/index.ts';
import type { AccountModule } from './account.module.ts';

interface Bindings {
  bind: BindRoute;
  bindDownload: BindDownload;
}

export function accountRoutes(
  { bind, bindDownload }: Bindings,
  account: AccountModule,
  { streamCookie }: Pick<AuthModule, 'streamCookie'>,
): void {
  bind(deleteAccount, async ({ viewer, body, context }) => {
    await account.delete(viewer, { password: body.password, address: context.address });
    streamCookie.clear(context);
    return success('success.accountDeleted');
  });
  bindDownload(exportAccount, ({ viewer }) => account.export(viewer));
}
