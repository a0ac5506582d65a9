import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import UserX from 'lucide-react/icons/user-x';
import type { User } from '@skein/contracts/users';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { conversationsQuery } from '../../features/chat/api/conversations.queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { ConversationPane } from '../../features/chat/conversation/conversation-pane.tsx';
import { ConversationSkeleton } from '../../features/chat/conversation/conversation-skeleton.tsx';
import { profileQuery } from '../../features/users/profile.queries.ts';
import { ApiError } from '../../api/index.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { t } from '../../i18n/index.ts';

interface NamedConversationProps {
  viewerId: string;
  userIdOrUsername: string;
}

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The conversation with the user in the URL, by id or username. */
export function NamedConversation({ viewerId, userIdOrUsername }: NamedConversationProps) {
  const isId = idPattern.test(userIdOrUsername);
  const conversations = useInfiniteQuery(conversationsQuery);
  const known = conversations.data?.find(({ user }) => hasName(user, userIdOrUsername));
  const listed = known?.user;
  // The list also has partners whose profile the viewer can no longer see.
  const isUnlisted = !conversations.isPending && listed === undefined;
  const profile = useQuery({ ...profileQuery(userIdOrUsername), enabled: !isId && isUnlisted });
  const partner: User | undefined = listed ?? profile.data;
  const partnerId = isId ? userIdOrUsername.toLowerCase() : partner?.id;
  if (partnerId !== undefined) {
    return (
      <ConversationPane
        viewerId={viewerId}
        partnerId={partnerId}
        knownPartner={partner ?? null}
        knownGroup={known?.group ?? null}
      />
    );
  }
  return <PartnerStatus error={profile.error} onRetry={() => void profile.refetch()} />;
}

/** Loading, or the partner could not be found. */
function PartnerStatus({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
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

function hasName({ id, username }: User, name: string): boolean {
  return id === name || username.toLowerCase() === name.toLowerCase();
}
