import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { Thread } from '@skein/contracts/threads';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import CaseSensitive from 'lucide-react/icons/case-sensitive';
import Copy from 'lucide-react/icons/copy';
import CornerLeftUp from 'lucide-react/icons/corner-left-up';
import FolderPlus from 'lucide-react/icons/folder-plus';
import History from 'lucide-react/icons/rotate-ccw-clock';
import Link from 'lucide-react/icons/link';
import Pencil from 'lucide-react/icons/pencil';
import Mail from 'lucide-react/icons/mail';
import Quote from 'lucide-react/icons/quote';
import Trash2 from 'lucide-react/icons/trash';
import Users from 'lucide-react/icons/users';
import { useNavigate } from 'react-router-dom';
import type { NavigateFunction } from 'react-router-dom';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/index.ts';
import { listCounts } from '../engagement/engagement-lists.ts';
import { openCardOverlay } from './card-overlay.ts';
import type { AnchoredOverlay } from './card-overlay.ts';
import { copyText } from './copy-text.ts';
import { copyLink } from './share-thread.ts';
import { CardMenu } from './card-menu.tsx';
import type { AnchoredOverlayProps } from './card-menu.tsx';
import { toggleThreadMute } from './mute-thread.ts';
import { useOwnControlItems, useResponseItems } from './use-control-items.ts';
import { useAuthorItems } from './use-author-items.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';
import type { DialogActions } from '../../../lib/dialogs.tsx';

/** The "more" menu of a thread. Authors can edit and delete; others can follow, mute, block and report. */
export function PostMenu(props: AnchoredOverlayProps) {
  const { overlay } = props;
  const { user } = useSession();
  const { openComposer, openShellDialog } = useDialogs();
  const isAuthor = user !== null && user.id === overlay.thread.userId;
  const authorItems = useAuthorItems(overlay, !isAuthor);
  const controlItems = useOwnControlItems(overlay, isAuthor);
  const responseItems = useResponseItems(overlay, user?.id);
  const client = useQueryClient();
  const navigate = useNavigate();
  const items = [
    ...listReadingItems(overlay, navigate),
    ...listQuoteItems(overlay.thread, openComposer),
    muteItem(client, overlay.thread),
    {
      label: t('postMenu.muteWords'),
      icon: CaseSensitive,
      onSelect: () =>
        openShellDialog({ kind: 'filter', phrase: window.getSelection()?.toString().trim() ?? '' }),
    },
    ...responseItems,
    ...(isAuthor ? [...controlItems, ...listOwnItems(overlay, openComposer)] : authorItems),
  ];
  return <CardMenu {...props} label={t('card.more')} items={items} />;
}

/** The items for everyone, as far as they apply to the thread. */
function listReadingItems(
  { thread, screen }: AnchoredOverlay,
  navigate: NavigateFunction,
): MenuItem[] {
  const { parentThreadId, content, editedAt } = thread;
  const [engagement] = listCounts(thread);
  const items: (MenuItem | null)[] = [
    parentThreadId === null
      ? null
      : {
          label: t('postMenu.showParent'),
          icon: CornerLeftUp,
          onSelect: () => void navigate(paths.thread(parentThreadId)),
        },
    { label: t('postMenu.copyLink'), icon: Link, onSelect: () => void copyLink(thread) },
    {
      label: t('share.send'),
      icon: Mail,
      onSelect: () => openCardOverlay({ kind: 'send', thread, screen }),
    },
    content === ''
      ? null
      : { label: t('postMenu.copyText'), icon: Copy, onSelect: () => void copyText(thread) },
    {
      label: t('postMenu.saveToFolder'),
      icon: FolderPlus,
      onSelect: () => openCardOverlay({ kind: 'folder', thread, screen }),
    },
    engagement === undefined
      ? null
      : {
          label: t('postMenu.activity'),
          icon: Users,
          onSelect: () => void navigate(paths.engagement(thread.id, engagement.kind)),
        },
    editedAt === null
      ? null
      : {
          label: t('postMenu.history'),
          icon: History,
          onSelect: () => openCardOverlay({ kind: 'history', thread, screen }),
        },
  ];
  return items.filter((item) => item !== null);
}

/** The quote of a thread whose repost button undoes the repost. */
function listQuoteItems(thread: Thread, openComposer: DialogActions['openComposer']): MenuItem[] {
  if (!thread.isReposted) return [];
  return [
    {
      label: t('postMenu.quote'),
      icon: Quote,
      hint: thread.canQuote ? undefined : t('postMenu.cannotQuote'),
      isDisabled: !thread.canQuote,
      onSelect: () => openComposer({ kind: 'quote', thread }),
    },
  ];
}

function muteItem(client: QueryClient, thread: Thread): MenuItem {
  return {
    label: t(thread.isMuted ? 'postMenu.unmuteThread' : 'postMenu.muteThread'),
    icon: thread.isMuted ? Bell : BellOff,
    onSelect: () => void toggleThreadMute(client, thread),
  };
}

function listOwnItems(
  { thread, screen }: AnchoredOverlay,
  openComposer: DialogActions['openComposer'],
): MenuItem[] {
  return [
    {
      label: t('postMenu.edit'),
      icon: Pencil,
      onSelect: () => openComposer({ kind: 'edit', thread }),
    },
    {
      label: t('postMenu.delete'),
      icon: Trash2,
      isDangerous: true,
      onSelect: () => openCardOverlay({ kind: 'delete', thread, screen }),
    },
  ];
}
