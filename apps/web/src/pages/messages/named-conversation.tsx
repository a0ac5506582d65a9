import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import UserX from 'lucide-react/icons/user-x';
import type { User } from '@skein/contracts/users';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { conversationsQuery } from '../../features/chat/api/conversations.queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { ConversationPane } from '../../features/chat/conversation/conversation-pane.tsx';
import { ConversationSkeleton } from '../../features/chat/conversation/conversation-skeleton.tsx';
import { isNamed } from '../../features/chat/model/conversation.ts';
import type { KnownConversation } from '../../features/chat/model/conversation.ts';
import { profileQuery } from '../../features/users/profile.queries.ts';
import { ApiError } from '../../api/index.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { t } from '../../i18n/index.ts';

interface NamedConversationProps {
  viewerId: string;
  /** The id of the conversation, or the id or username of the other member. */
  name: string;
}

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The conversation in the URL. */
export function NamedConversation({ viewerId, name }: NamedConversationProps) {
  const isId = idPattern.test(name);
  const conversations = useInfiniteQuery(conversationsQuery);
  const listed = conversations.data?.find((conversation) => isNamed(conversation, name));
  // The list also has users whose profile the viewer can no longer see.
  const isUnlisted = !conversations.isPending && listed === undefined;
  const profile = useQuery({ ...profileQuery(name), enabled: !isId && isUnlisted });
  const known = listed ?? (profile.data ? toKnown(profile.data) : null);
  const id = isId ? name.toLowerCase() : known?.user?.id;
  if (id === undefined)
    return <SearchStatus error={profile.error} onRetry={() => void profile.refetch()} />;
  return <ConversationPane viewerId={viewerId} name={id} known={known} />;
}

const toKnown = (user: User): KnownConversation => ({
  kind: 'direct',
  title: user.name,
  picture: user.picture,
  user,
  membersCount: 2,
});

/** Loading, or the user could not be found. */
function SearchStatus({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  useDocumentTitle(t('chat.page'));
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <FocusRegion className="flex min-w-0 grow flex-col justify-center">
      <h1 className="sr-only">{t('chat.page')}</h1>
      {error === null && <ConversationSkeleton />}
      {isMissing && (
        <Notice icon={UserX} title={t('chat.missingTitle')} text={t('chat.missingText')} />
      )}
      {error !== null && !isMissing && (
        <LoadError text={t('chat.conversationError')} onRetry={onRetry} />
      )}
    </FocusRegion>
  );
}
