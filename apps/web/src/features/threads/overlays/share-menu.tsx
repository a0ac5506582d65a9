import { Link, Share2 } from 'lucide-react';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { t } from '../../../i18n/index.ts';
import { canShare, copyLink, shareThread } from './share-thread.ts';
import { CardMenu } from './card-menu.tsx';
import type { AnchoredLayerProps } from './card-menu.tsx';

/** Ways to pass a thread on, where the device has no share sheet that comes at once. */
export function ShareMenu(props: AnchoredLayerProps) {
  const { thread } = props.layer;
  const items: MenuItem[] = [
    { label: t('card.copyLink'), icon: Link, onSelect: () => void copyLink(thread) },
  ];
  if (canShare()) {
    items.push({
      label: t('card.shareVia'),
      icon: Share2,
      onSelect: () => void shareThread(thread),
    });
  }
  return <CardMenu {...props} label={t('card.share')} items={items} />;
}
