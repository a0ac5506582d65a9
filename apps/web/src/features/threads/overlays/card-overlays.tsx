import { lazy } from 'react';
import type { LayerProps } from '../../../ui/layout/lazy-overlay.tsx';
import type { CardOverlay, DialogOverlay } from './card-overlay.ts';
import { BlockServerConfirmDialog } from './block-server-confirm-dialog.tsx';
import { BlockConfirmDialog } from './block-confirm-dialog.tsx';
import { DeleteConfirmDialog } from './delete-confirm-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { PostMenu } from './post-menu.tsx';
import { ReactionPicker } from '../engagement/reaction-picker.tsx';
import { RepostMenu } from './repost-menu.tsx';
import { ShareMenu } from './share-menu.tsx';

const SaveToFolderDialog = lazy(async () => ({
  default: (await import('../bookmarks/save-to-folder-dialog.tsx')).SaveToFolderDialog,
}));
const SendThreadDialog = lazy(async () => ({
  default: (await import('./send-thread-dialog.tsx')).SendThreadDialog,
}));
const loadControl = () => import('./author-control-dialogs.tsx');
const ReplacePinDialog = lazy(async () => ({ default: (await loadControl()).ReplacePinDialog }));
const DetachQuoteDialog = lazy(async () => ({ default: (await loadControl()).DetachQuoteDialog }));
const ReplyPermissionDialog = lazy(async () => ({
  default: (await loadControl()).ReplyPermissionDialog,
}));

const dialogs = {
  delete: DeleteConfirmDialog,
  block: BlockConfirmDialog,
  'block-server': BlockServerConfirmDialog,
  folder: SaveToFolderDialog,
  history: HistoryDialog,
  'replace-pin': ReplacePinDialog,
  audience: ReplyPermissionDialog,
  detach: DetachQuoteDialog,
  send: SendThreadDialog,
} as const satisfies Record<DialogOverlay['kind'], unknown>;

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
    default: {
      const CardDialog = dialogs[overlay.kind];
      return <CardDialog overlay={overlay} {...state} />;
    }
  }
}
