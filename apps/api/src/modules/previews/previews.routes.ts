import { getPagePreview } from '@skein/contracts/previews';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { PreviewsModule } from './previews.module.ts';

export function previewsRoutes(
  bind: BindRoute,
  previews: Pick<PreviewsModule, 'findWaitingPage'>,
): void {
  bind(getPagePreview, async ({ query }) => {
    const preview = await previews.findWaitingPage(query.path);
    if (preview === null) throw new NotFoundError('error.notFound');
    return preview;
  });
}
