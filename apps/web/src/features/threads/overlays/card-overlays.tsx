import type { LayerProps } from '../../../ui/layout/lazy-layer.tsx';
import { enCards } from '../../../i18n/en-cards.ts';
import { addMessages } from '../../../i18n/index.ts';
import type { CardLayer } from './card-overlay.ts';
import { DeleteQuestion } from './delete-confirm-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { PostMenu } from './post-menu.tsx';
import { ReactionPicker } from '../engagement/reaction-picker.tsx';
import { RepostMenu } from './repost-menu.tsx';
import { ShareMenu } from './share-menu.tsx';

addMessages(enCards);

/** The one layer that is open over a card. */
export function CardLayers({ request: layer, ...state }: LayerProps<CardLayer>) {
  switch (layer.kind) {
    case 'menu':
      return <PostMenu layer={layer} {...state} />;
    case 'share':
      return <ShareMenu layer={layer} {...state} />;
    case 'repost':
      return <RepostMenu layer={layer} {...state} />;
    case 'reactions':
      return <ReactionPicker layer={layer} {...state} />;
    case 'delete':
      return <DeleteQuestion layer={layer} {...state} />;
    case 'history':
      return <HistoryDialog layer={layer} {...state} />;
  }
}
