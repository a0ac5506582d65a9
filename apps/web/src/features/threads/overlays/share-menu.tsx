import Code from 'lucide-react/icons/code';
import Link from 'lucide-react/icons/link';
import Mail from 'lucide-react/icons/mail';
import Share2 from 'lucide-react/icons/share-2';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { t } from '../../../i18n/index.ts';
import { canShare, copyEmbedCode, copyLink, shareThread } from './share-thread.ts';
import { openCardOverlay } from './card-overlay.ts';
import { CardMenu } from './card-menu.tsx';
import type { AnchoredOverlayProps } from './card-menu.tsx';

/** The share menu, for devices where `shareAtOnce` does not open the share sheet. */
export function ShareMenu(props: AnchoredOverlayProps) {
  const { thread, screen } = props.overlay;
  const items: MenuItem[] = [
    {
      label: t('share.send'),
      icon: Mail,
      onSelect: () => openCardOverlay({ kind: 'send', thread, screen }),
    },
    { label: t('postMenu.copyLink'), icon: Link, onSelect: () => void copyLink(thread) },
  ];
  // Embeds show only public threads.
  if (thread.audience === 'public') {
    items.push({
      label: t('postMenu.copyEmbedCode'),
      icon: Code,
      onSelect: () => void copyEmbedCode(thread),
    });
  }
  if (canShare()) {
    items.push({
      label: t('postMenu.shareVia'),
      icon: Share2,
      onSelect: () => void shareThread(thread),
    });
  }
  return <CardMenu {...props} label={t('card.share')} items={items} />;
}
