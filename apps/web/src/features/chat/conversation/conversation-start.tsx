import { Link } from 'react-router-dom';
import { getDomain } from '@skein/contracts/text';
import { Avatar } from '../../../ui/avatar.tsx';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { Handle } from '../../../ui/handle.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useConversation } from './use-conversation.ts';

/** Introduces the other member or the group above the first message, or alone in an empty conversation. */
export function ConversationStart({ isEmpty }: { isEmpty: boolean }) {
  const { title: name, picture, user } = useConversation();
  const username = user?.username ?? '';
  const bio = user?.bio ?? null;
  return (
    <div
      className={`flex flex-col items-center gap-3 px-4 text-center ${isEmpty ? 'my-auto py-8' : 'pt-6 pb-4'}`}
    >
      <Avatar name={name} picture={picture} size="xl" />
      <div className="max-w-full">
        <p className="flex items-center justify-center gap-1 text-lg font-semibold">
          <EmojiText text={name} authorUsername={username} />
          {user?.isUserVerified === true && <VerifiedBadge />}
        </p>
        {username !== '' && (
          <p className="flex justify-center text-muted *:justify-center">
            <Handle username={username} />
          </p>
        )}
      </div>
      {isEmpty && bio !== null && <p className="max-w-form wrap-anywhere">{bio}</p>}
      <p className="text-sm text-balance text-muted">
        <EmojiText text={t('chat.emptyText', { name })} authorUsername={username} />
      </p>
      <OtherServer username={username} />
      {username !== '' && (
        <Link
          to={paths.profile(username)}
          className="finger inline-flex h-8 items-center rounded-full border border-line px-3.5 text-sm font-semibold transition-colors hover:bg-hover active:bg-pressed"
        >
          {t('chat.viewProfile')}
        </Link>
      )}
    </div>
  );
}

/** Explains what is different with an account of another server. */
function OtherServer({ username }: { username: string }) {
  const server = getDomain(username);
  if (server === undefined) return null;
  return (
    <p className="max-w-form text-sm text-balance text-muted">
      {t('chat.otherServer', { server })}
    </p>
  );
}
