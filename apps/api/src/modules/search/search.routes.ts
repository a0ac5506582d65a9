import { searchThreads } from '@skein/contracts/search';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { SearchModule } from './search.module.ts';

export function searchRoutes(bind: BindRoute, search: SearchModule): void {
  bind(searchThreads, ({ viewer, query }) => search.search(viewer, query));
}
