import { searchGifs } from '@skein/contracts/media';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import type { GifsModule } from './gifs.module.ts';

export function gifsRoutes(bind: BindRoute, gifs: GifsModule): void {
  bind(searchGifs, ({ query }) => gifs.search(query));
}
