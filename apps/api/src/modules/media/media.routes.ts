import { getMedia } from '@skein/contracts/media';
import { uploadMedia } from '@skein/contracts/threads';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { pairFiles } from './pair-files.ts';
import type { MediaModule } from './media.module.ts';

export function mediaRoutes(bind: BindRoute, media: MediaModule): void {
  bind(uploadMedia, ({ viewer, idempotency, body, files }) =>
    media.upload(viewer, idempotency, body, pairFiles(files, body.videoFiles)),
  );
  bind(getMedia, ({ viewer, params }) => media.getOwn(viewer, params.mediaId));
}
