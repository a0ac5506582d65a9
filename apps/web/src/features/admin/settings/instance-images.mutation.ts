import * as routes from '@skein/contracts/routes';
import type { InstanceImageKind } from '@skein/contracts/administration';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey, auditKey } from '../shared/admin.queries.ts';

export const instanceImagesQuery = queryOptions({
  queryKey: [...adminKey, 'images'],
  queryFn: ({ signal }) => request(routes.getInstanceImages, { signal }),
});

/** Replaces a logo or favicon, or removes it without a file. */
export function useSaveImage(kind: InstanceImageKind) {
  const params = { kind };
  const send = (file: File | null) =>
    file === null
      ? request(routes.removeInstanceImage, { params })
      : request(routes.replaceInstanceImage, { params, body: {}, files: { image: [file] } });
  return useMutation(
    adminMutation(send, {
      invalidates: [auditKey],
      onSaved(images, client) {
        toast.success(t('admin.images.saved'), t('admin.settings.savedText'));
        client.setQueryData(instanceImagesQuery.queryKey, images);
      },
    }),
  );
}
