import * as routes from '@skein/contracts/routes';
import type { RouteInput } from '@skein/contracts/http';
import type { createAccessBlock } from '@skein/contracts/moderation';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

export const accessBlocksQuery = queryOptions({
  queryKey: [...adminKey, 'blocks'],
  queryFn: ({ signal }) => request(routes.listAccessBlocks, { signal }),
});

type NewAccessBlock = RouteInput<typeof createAccessBlock>['body'];

export function useCreateAccessBlock() {
  const send = (body: NewAccessBlock) => request(routes.createAccessBlock, { body });
  return useMutation(
    adminMutation(send, {
      invalidates: [adminKey],
      showsErrors: true,
      onSaved: ({ value }) => toast.success(t('admin.blocks.created', { value })),
    }),
  );
}

export function useDeleteAccessBlock() {
  const send = (blockId: string) => request(routes.deleteAccessBlock, { params: { blockId } });
  return useMutation(adminMutation(send, { invalidates: [adminKey] }));
}
