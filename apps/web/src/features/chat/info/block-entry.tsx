import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@skein/contracts/users';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useBlock } from '../../relationships/api/block-and-mute.mutation.ts';
import { profileQuery } from '../../users/api/profile.queries.ts';
import { t } from '../../../i18n/index.ts';
import type { Conversation } from '../model/conversation.ts';
import { InfoEntry } from './info-entry.tsx';

interface BlockEntryProps {
  conversation: Conversation;
  partner: User;
}

/** Blocks the other, after asking, or ends that. */
export function BlockEntry({ conversation, partner }: BlockEntryProps) {
  const { data: profile } = useQuery(profileQuery(partner.id));
  const [isAsking, setIsAsking] = useState(false);
  // Whether one may write is another then.
  const block = useBlock(partner, () => void conversation.load());
  const isBlocked = profile?.isBlocked === true;
  return (
    <>
      <InfoEntry
        icon={Ban}
        label={t(isBlocked ? 'chat.unblock' : 'chat.block')}
        isDangerous={!isBlocked}
        isDisabled={block.isPending}
        onSelect={() => (isBlocked ? block.mutate(false) : setIsAsking(true))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('chat.blockTitle', { name: partner.name })}
        text={t('chat.blockText')}
        confirmLabel={t('chat.block')}
        isDangerous
        onConfirm={() => {
          setIsAsking(false);
          block.mutate(true);
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
