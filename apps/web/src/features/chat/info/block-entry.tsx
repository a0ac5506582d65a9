import { useQuery } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import { useState } from 'react';
import type { User } from '@skein/contracts/users';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useBlock } from '../../relationships/block-and-mute.mutation.ts';
import { profileQuery } from '../../users/profile.queries.ts';
import { t } from '../../../i18n/index.ts';
import { useConversationStore } from '../conversation/use-conversation.ts';
import { InfoEntry } from './info-entry.tsx';

/** Blocks the other member after confirmation, or unblocks them. */
export function BlockEntry({ user }: { user: User }) {
  const store = useConversationStore();
  const { data: profile } = useQuery(profileQuery(user.id));
  const [isConfirming, setIsConfirming] = useState(false);
  // A block changes whether the viewer may write.
  const block = useBlock(user, () => void store.load());
  const isBlocked = profile?.isBlocked === true;
  return (
    <>
      <InfoEntry
        icon={Ban}
        label={t(isBlocked ? 'chat.unblock' : 'chat.block')}
        isDangerous={!isBlocked}
        isDisabled={block.isPending}
        onSelect={() => (isBlocked ? block.mutate(false) : setIsConfirming(true))}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('chat.blockTitle', { name: user.name })}
        text={t('chat.blockText')}
        confirmLabel={t('chat.block')}
        isDangerous
        onConfirm={() => {
          setIsConfirming(false);
          block.mutate(true);
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
