import type { LayerProps } from '../../../ui/layout/lazy-overlay.tsx';
import type { CardOverlay } from './card-overlay.ts';
import { BlockConfirmDialog } from './block-confirm-dialog.tsx';
import { DeleteConfirmDialog } from './delete-confirm-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { PostMenu } from './post-menu.tsx';
import { ReactionPicker } from '../engagement/reaction-picker.tsx';
import { RepostMenu } from './repost-menu.tsx';
import { ShareMenu } from './share-menu.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const SaveToFolderDialog = lazyComponent(
  async () => (await import('../bookmarks/save-to-folder-dialog.tsx')).SaveToFolderDialog,
);
const loadControl = () => import('./author-control-dialogs.tsx');
const ReplacePinDialog = lazyComponent(async () => (await loadControl()).ReplacePinDialog);
const DetachQuoteDialog = lazyComponent(async () => (await loadControl()).DetachQuoteDialog);
const ReplyPermissionDialog = lazyComponent(
  async () => (await loadControl()).ReplyPermissionDialog,
);

/** The open overlay of a card. */
export function CardOverlays({ request: overlay, ...state }: LayerProps<CardOverlay>) {
  switch (overlay.kind) {
    case 'menu':
      return <PostMenu overlay={overlay} {...state} />;
    case 'share':
      return <ShareMenu overlay={overlay} {...state} />;
    case 'repost':
      return <RepostMenu overlay={overlay} {...state} />;
    case 'reactions':
      return <ReactionPicker overlay={overlay} {...state} />;
    case 'delete':
      return <DeleteConfirmDialog overlay={overlay} {...state} />;
    case 'block':
      return <BlockConfirmDialog overlay={overlay} {...state} />;
    case 'folder':
      return <SaveToFolderDialog overlay={overlay} {...state} />;
    case 'history':
      return <HistoryDialog overlay={overlay} {...state} />;
    case 'replace-pin':
      return <ReplacePinDialog overlay={overlay} {...state} />;
    case 'audience':
      return <ReplyPermissionDialog overlay={overlay} {...state} />;
    case 'detach':
      return <DetachQuoteDialog overlay={overlay} {...state} />;
  }
}
