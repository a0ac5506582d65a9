import type { Thread } from '@skein/contracts/threads';
import CornerLeftUp from 'lucide-react/icons/corner-left-up';
import Flag from 'lucide-react/icons/flag';
import History from 'lucide-react/icons/rotate-ccw-clock';
import Link from 'lucide-react/icons/link';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import Users from 'lucide-react/icons/users';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { openComposer } from '../../../lib/composer-request.ts';
import { t } from '../../../i18n/index.ts';
import { navigate } from '../../../lib/navigation.tsx';
import { paths } from '../../../lib/paths.ts';
import { openReport } from '../../../lib/report-request.ts';
import { useSession } from '../../../lib/session/index.ts';
import { listCounts } from '../engagement/engagement-lists.ts';
import { openCardOverlay } from './card-overlay.ts';
import { copyLink } from './share-thread.ts';
import { CardMenu } from './card-menu.tsx';
import type { AnchoredOverlayProps } from './card-menu.tsx';

/** The "more" menu of a thread. Authors can edit and delete, others can report. */
export function PostMenu(props: AnchoredOverlayProps) {
  const { thread, screen } = props.overlay;
  const { user } = useSession();
  const isAuthor = user !== null && user.id === thread.userId;
  const items: MenuItem[] = [
    { label: t('card.copyLink'), icon: Link, onSelect: () => void copyLink(thread) },
  ];
  const { parentThreadId } = thread;
  if (parentThreadId !== null) {
    items.unshift({
      label: t('card.showParent'),
      icon: CornerLeftUp,
      onSelect: () => navigate(paths.thread(parentThreadId)),
    });
  }
  const [engagement] = listCounts(thread);
  if (engagement) {
    items.push({
      label: t('card.engagement'),
      icon: Users,
      onSelect: () => navigate(paths.engagement(thread.id, engagement.kind)),
    });
  }
  if (thread.editedAt !== null) {
    items.push({
      label: t('card.history'),
      icon: History,
      onSelect: () => openCardOverlay({ kind: 'history', thread, screen }),
    });
  }
  if (isAuthor) {
    items.push(
      {
        label: t('card.edit'),
        icon: Pencil,
        onSelect: () => openComposer({ kind: 'edit', thread }),
      },
      {
        label: t('card.delete'),
        icon: Trash2,
        isDangerous: true,
        onSelect: () => openCardOverlay({ kind: 'delete', thread, screen }),
      },
    );
  } else if (thread.userId !== null) {
    items.push({ label: t('card.report'), icon: Flag, onSelect: () => reportThread(thread) });
  }
  return <CardMenu {...props} label={t('card.more')} items={items} />;
}

function reportThread({ id, userId, userName }: Thread): void {
  if (userId === null) return;
  const name = userName ?? t('user.unknown');
  openReport({ targetType: 'thread', targetId: id, name, authorId: userId });
}
