import * as routes from '@skein/contracts/routes';
import type { InstanceImageKind } from '@skein/contracts/administration';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminKey, auditKey } from './admin.queries.ts';

export const instanceImagesQuery = queryOptions({
  queryKey: [...adminKey, 'images'],
  queryFn: ({ signal }) => request(routes.getInstanceImages, { signal }),
});

/** Replaces a logo or favicon, or removes it without a file. */
export function useSaveImage(kind: InstanceImageKind) {
  const params = { kind };
  return useMutation({
    mutationFn: (file: File | null) =>
      file === null
        ? request(routes.removeInstanceImage, { params })
        : request(routes.replaceInstanceImage, { params, body: {}, files: { image: [file] } }),
    onSuccess: (images, _file, _before, { client }) => {
      toast.success(t('admin.images.saved'), t('admin.settings.savedText'));
      client.setQueryData(instanceImagesQuery.queryKey, images);
      return client.invalidateQueries({ queryKey: auditKey });
    },
    onError: (error) =>
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed')),
  });
}
