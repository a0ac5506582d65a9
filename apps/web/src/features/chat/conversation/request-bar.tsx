import * as routes from '@skein/contracts/routes';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { User } from '@skein/contracts/users';
import { request } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';
import { getBlockKey, useBlock } from '../../relationships/block-and-mute.mutation.ts';
import { chatKeys } from '../api/chat-keys.ts';
import { BlockConfirmation } from '../info/entries.tsx';
import { getRequestName } from '../model/conversation.ts';
import type { ConversationNames } from '../model/conversation.ts';
import { useConversation, useConversationStore } from './use-conversation.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';

/** Decides on the messages of a user or group that the viewer has not accepted yet. */
export function RequestBar() {
  const store = useConversationStore();
  const conversation = useConversation();
  const { title: name, user } = conversation;
  const navigate = useNavigate();
  const { pathname: path } = useLocation();
  const decide = useDecideRequest(conversation, (decision) => {
    if (decision === 'accept') void store.load();
    // The user has opened another page meanwhile.
    if (window.location.pathname !== path) return;
    // The list shows the folder that contains the conversation now.
    void navigate(decision === 'accept' ? path : paths.messageRequests, { replace: true });
  });
  // A blocked request is declined once it is blocked.
  const isBlocking = useIsMutating({ mutationKey: getBlockKey(user?.id) }) > 0;
  const isDeciding = decide.isPending || isBlocking;
  return (
    <section
      aria-label={t('chat.request')}
      className="flex shrink-0 flex-col items-center gap-3 border-t border-line px-4 pt-3 pb-3 text-center"
    >
      <p className="max-w-form text-sm text-balance text-muted">
        {t(user === null ? 'groups.requestText' : 'chat.requestText', { name })}
      </p>
      <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
        <Button size="sm" disabled={isDeciding} onClick={() => decide.mutate('accept')}>
          {t('chat.accept')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={isDeciding}
          onClick={() => decide.mutate('decline')}
        >
          {t('chat.decline')}
        </Button>
        {user && <UserActions user={user} onBlocked={() => decide.mutate('decline')} />}
      </div>
    </section>
  );
}

/** Reports or blocks the other member. */
function UserActions({ user, onBlocked }: { user: User; onBlocked: () => void }) {
  const { openReport } = useDialogs();
  const [isConfirming, setIsConfirming] = useState(false);
  const block = useBlock(user, onBlocked);
  const { id, name, username } = user;
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => openReport({ targetType: 'user', targetId: id, name, username })}
      >
        {t('chat.report')}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        disabled={block.isPending}
        onClick={() => setIsConfirming(true)}
      >
        {t('chat.block')}
      </Button>
      <BlockConfirmation
        name={name}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => block.mutate(true)}
      />
    </>
  );
}

type Decision = 'accept' | 'decline';

/** Accepts or declines the messages. Declining is not announced. */
function useDecideRequest(conversation: ConversationNames, onDone: (decision: Decision) => void) {
  return useMutation({
    mutationFn: async (decision: Decision) => {
      const options = { params: { userId: getRequestName(conversation) } };
      if (decision === 'accept') await request(routes.acceptMessageRequest, options);
      else await request(routes.declineMessageRequest, options);
    },
    onSuccess: async (_response, decision, _before, { client }) => {
      onDone(decision);
      await client.invalidateQueries({ queryKey: chatKeys.all });
    },
    onError: () => toast.error(t('chat.actFailed')),
  });
}
