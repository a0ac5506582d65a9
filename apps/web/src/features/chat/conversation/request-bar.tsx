import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { User } from '@skein/contracts/users';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useBlock } from '../../relationships/block-and-mute.mutation.ts';
import { useDecideRequest } from '../api/decide-request.mutation.ts';
import type { Conversation } from '../model/conversation.ts';
import { useConversationState } from './use-conversation.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';

interface RequestBarProps {
  conversation: Conversation;
  partner: User;
}

/** Decides on the messages of a user that the viewer has not accepted yet. */
export function RequestBar({ conversation, partner }: RequestBarProps) {
  const { openReport } = useDialogs();
  const navigate = useNavigate();
  const { id, name } = partner;
  const isGroup = useConversationState(conversation, (state) => state.group !== null);
  const { pathname: path } = useLocation();
  const [isConfirming, setIsConfirming] = useState(false);
  const decide = useDecideRequest(id, (decision) => {
    if (decision === 'accept') void conversation.load();
    // The user has opened another page meanwhile.
    if (window.location.pathname !== path) return;
    // The list shows the folder that contains the conversation now.
    void navigate(decision === 'accept' ? path : paths.messageRequests, { replace: true });
  });
  const block = useBlock(partner, () => decide.mutate('decline'));
  const isBusy = decide.isPending || block.isPending;
  return (
    <section
      aria-label={t('chat.request')}
      className="flex shrink-0 flex-col items-center gap-3 border-t border-line px-4 pt-3 pb-3 text-center"
    >
      <p className="max-w-form text-sm text-balance text-muted">
        {t(isGroup ? 'groups.requestText' : 'chat.requestText', { name })}
      </p>
      <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
        <Button size="sm" disabled={isBusy} onClick={() => decide.mutate('accept')}>
          {t('chat.accept')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={isBusy}
          onClick={() => decide.mutate('decline')}
        >
          {t('chat.decline')}
        </Button>
        {!isGroup && (
          <>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => openReport({ targetType: 'user', targetId: id, name })}
            >
              {t('chat.report')}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              disabled={isBusy}
              onClick={() => setIsConfirming(true)}
            >
              {t('chat.block')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('chat.blockTitle', { name })}
        text={t('chat.blockText')}
        confirmLabel={t('chat.block')}
        isDangerous
        onConfirm={() => {
          setIsConfirming(false);
          block.mutate(true);
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </section>
  );
}
