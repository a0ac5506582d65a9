import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import type { User } from '@skein/contracts/users';
import { Button } from '../../ui/button.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { conversationsQuery } from '../../features/chat/api/conversations.queries.ts';
import { ChatNotice } from '../../features/chat/conversation/chat-notice.tsx';
import { ConversationPane } from '../../features/chat/conversation/conversation-pane.tsx';
import { ConversationSkeleton } from '../../features/chat/conversation/conversation-skeleton.tsx';
import { profileQuery } from '../../features/users/api/profile.queries.ts';
import { ApiError } from '../../api/index.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { t } from '../../i18n/index.ts';

interface NamedConversationProps {
  viewerId: string;
  userIdOrUsername: string;
}

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The conversation with whom the address names, by id or username. */
export function NamedConversation({ viewerId, userIdOrUsername }: NamedConversationProps) {
  const isId = idPattern.test(userIdOrUsername);
  const conversations = useInfiniteQuery(conversationsQuery);
  const listed = conversations.data?.find(({ user }) => isNamed(user, userIdOrUsername))?.user;
  // An old conversation stays, also with somebody whose profile one sees no more.
  const isUnlisted = !conversations.isPending && listed === undefined;
  const profile = useQuery({ ...profileQuery(userIdOrUsername), enabled: !isId && isUnlisted });
  const person: User | undefined = listed ?? profile.data;
  const partnerId = isId ? userIdOrUsername.toLowerCase() : person?.id;
  if (partnerId !== undefined) {
    return (
      <ConversationPane viewerId={viewerId} partnerId={partnerId} knownPartner={person ?? null} />
    );
  }
  return <Unknown error={profile.error} onRetry={() => void profile.refetch()} />;
}

/** With whom is not known yet, or nobody knows. */
function Unknown({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  useDocumentTitle(t('chat.page'));
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <div className="flex min-w-0 grow flex-col justify-center">
      <h1 className="sr-only">{t('chat.page')}</h1>
      {error === null && <ConversationSkeleton />}
      {isMissing && (
        <ChatNotice icon={UserX} title={t('chat.missingTitle')} text={t('chat.missingText')} />
      )}
      {error !== null && !isMissing && (
        <ListMessage text={t('chat.conversationError')}>
          <Button variant="secondary" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        </ListMessage>
      )}
    </div>
  );
}

function isNamed({ id, username }: User, name: string): boolean {
  return id === name || username.toLowerCase() === name.toLowerCase();
}
