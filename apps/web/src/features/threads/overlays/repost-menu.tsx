import { useQueryClient } from '@tanstack/react-query';
import Quote from 'lucide-react/icons/quote';
import Repeat2 from 'lucide-react/icons/repeat-2';
import { t } from '../../../i18n/index.ts';
import { toggleRepost } from '../engagement/thread-mutations.ts';
import { CardMenu } from './card-menu.tsx';
import type { AnchoredOverlayProps } from './card-menu.tsx';
import { useDialogs } from '../../../lib/dialogs.tsx';

/** The choice between a plain repost and a quote. */
export function RepostMenu(props: AnchoredOverlayProps) {
  const client = useQueryClient();
  const { openComposer } = useDialogs();
  const { thread } = props.overlay;
  return (
    <CardMenu
      {...props}
      label={t('card.repost')}
      align="start"
      items={[
        {
          label: t('card.repost'),
          icon: Repeat2,
          onSelect: () => toggleRepost(client, thread),
        },
        {
          label: t('postMenu.quote'),
          icon: Quote,
          hint: thread.canQuote ? undefined : t('postMenu.cannotQuote'),
          isDisabled: !thread.canQuote,
          onSelect: () => openComposer({ kind: 'quote', thread }),
        },
      ]}
    />
  );
}
