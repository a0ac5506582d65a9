import { uploadMedia } from '@skein/contracts/threads';
import type { BindRoute } from '../../http/bind-route.ts';
import type { MediaModule } from './media.module.ts';

export function mediaRoutes(bind: BindRoute, media: MediaModule): void {
  bind(uploadMedia, ({ viewer, creation, body, files }) =>
    media.upload(viewer, creation, body, files.media),
  );
}
