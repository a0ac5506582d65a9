import * as routes from '@skein/contracts/routes';
import type { RouteInput } from '@skein/contracts/http';
import type { createAccessBlock } from '@skein/contracts/moderation';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminKey } from './admin.queries.ts';

export const accessBlocksQuery = queryOptions({
  queryKey: [...adminKey, 'blocks'],
  queryFn: ({ signal }) => request(routes.listAccessBlocks, { signal }),
});

type NewAccessBlock = RouteInput<typeof createAccessBlock>['body'];

export function useCreateAccessBlock() {
  return useMutation({
    mutationFn: (body: NewAccessBlock) => request(routes.createAccessBlock, { body }),
    onSuccess: ({ value }, _body, _before, { client }) => {
      toast.success(t('admin.blocks.created', { value }));
      return client.invalidateQueries({ queryKey: adminKey });
    },
  });
}

export function useDeleteAccessBlock() {
  return useMutation({
    mutationFn: (blockId: string) => request(routes.deleteAccessBlock, { params: { blockId } }),
    onSuccess: ({ message }, _blockId, _before, { client }) => {
      toast.success(message);
      return client.invalidateQueries({ queryKey: adminKey });
    },
    onError: (error, _blockId, _before, { client }) => {
      // Somebody else may have ended it.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: adminKey });
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}
