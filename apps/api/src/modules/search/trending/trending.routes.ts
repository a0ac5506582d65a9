import { listTrendingHashtags, listTrendingThreads } from '@skein/contracts/search';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import type { TrendingModule } from './trending.module.ts';

export function trendingRoutes(bind: BindRoute, trending: TrendingModule): void {
  bind(listTrendingHashtags, ({ viewer, query }) => trending.listHashtags(viewer, query.limit));
  bind(listTrendingThreads, ({ viewer, query }) => trending.listThreads(viewer, query));
}
