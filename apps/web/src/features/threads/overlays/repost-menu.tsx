import { useQueryClient } from '@tanstack/react-query';
import { Quote, Repeat2 } from 'lucide-react';
import { openComposer } from '../../../lib/composer-request.ts';
import { t } from '../../../i18n/index.ts';
import { act } from '../engagement/load-mutations.ts';
import { CardMenu } from './card-menu.tsx';
import type { AnchoredLayerProps } from './card-menu.tsx';

/** The choice between a plain repost and a quote (spec, section 2, "Repost choice"). */
export function RepostMenu(props: AnchoredLayerProps) {
  const client = useQueryClient();
  const { thread } = props.layer;
  return (
    <CardMenu
      {...props}
      label={t('card.repost')}
      align="start"
      items={[
        {
          label: t('card.repost'),
          icon: Repeat2,
          onSelect: () => act((acts) => acts.toggleRepost(client, thread)),
        },
        {
          label: t('card.quote'),
          icon: Quote,
          hint: thread.canQuote ? undefined : t('card.cannotQuote'),
          isDisabled: !thread.canQuote,
          onSelect: () => openComposer({ kind: 'quote', thread }),
        },
      ]}
    />
  );
}
