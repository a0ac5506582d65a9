import type { Notification } from '@skein/contracts/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Avatar } from '../../ui/avatar.tsx';
import { Handle } from '../../ui/handle.tsx';
import { EmojiText } from '../../ui/emoji-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/index.ts';
import { FollowRequestButtons } from '../relationships/follow-request-buttons.tsx';
import { patchNotifications } from './notification-cache.ts';
import { notificationKeys } from './notification-keys.ts';
import { plainText } from '../threads/card/link-label.ts';
import { notificationPath, describeNotification } from './describe-notification.ts';
import { NotificationIcon } from './notification-icon.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

interface NotificationRowProps {
  notification: Notification;
  /** Unread when the viewer opened the page. */
  isUnread: boolean;
  /** Newer than the viewer's last visit. */
  isNew: boolean;
}

/** One notification: who did what, when, and to which thread. */
export function NotificationRow({ notification, isUnread, isNew }: NotificationRowProps) {
  const { user } = useSession();
  const { type, createdAt } = notification;
  const [before, names, after] = describeNotification(notification);
  return (
    <article
      className={classNames(
        'relative flex gap-3 border-b border-line px-4 py-card transition-colors',
        isNew ? 'bg-welcome' : 'hover:bg-hover',
      )}
    >
      <span className="flex w-7 shrink-0 justify-end pt-1.5">
        <NotificationIcon type={type} />
      </span>
      <div className="flex min-w-0 grow flex-col gap-1.5">
        <Actors notification={notification} />
        <p className="leading-snug wrap-anywhere">
          {/* The link covers the whole row. */}
          <Link
            to={notificationPath(notification, user?.username ?? '')}
            className="rounded-sm after:absolute after:inset-0"
          >
            {isUnread && <span className="sr-only">{t('notifications.unread')}: </span>}
            <span>{before}</span>
            <strong className="font-semibold">
              <EmojiText text={names} users={notification.actors} />
            </strong>
            <span>{after}</span>
          </Link>
          {/* A no-break space keeps the dot from starting a line. */}
          {'\u00a0'}
          <span className="whitespace-nowrap text-muted">
            · <RelativeTime time={createdAt} className="relative text-sm" />
          </span>
        </p>
        <Excerpt notification={notification} />
        <Moves notification={notification} />
        <Request notification={notification} />
      </div>
      {isUnread && (
        <span aria-hidden className="absolute top-4 right-4 size-2 rounded-full bg-accent" />
      )}
    </article>
  );
}

function Actors({ notification: { actors } }: { notification: Notification }) {
  return (
    <div className="flex">
      {actors.map(({ id, name, username, picture }) => (
        <Tooltip key={id} text={name}>
          <Link
            to={paths.profile(username)}
            className="finger relative z-1 -mr-1.5 rounded-full ring-2 ring-canvas pointer-coarse:mr-2"
          >
            <Avatar name={name} picture={picture} size="sm" />
            <span className="sr-only">{name}</span>
          </Link>
        </Tooltip>
      ))}
    </div>
  );
}

const typesWithActorThread: ReadonlySet<Notification['type']> = new Set([
  'reply',
  'mention',
  'quote',
]);

/** The text of the thread. The viewer's own threads are shown smaller than those of the actor. */
function Excerpt({ notification: { type, thread, actors } }: { notification: Notification }) {
  if (!thread) return null;
  const isByActor = typesWithActorThread.has(type);
  return (
    <p
      className={classNames(
        'line-clamp-2 whitespace-pre-line wrap-anywhere',
        !isByActor && 'text-sm text-muted',
      )}
    >
      <EmojiText
        text={getExcerpt(thread)}
        authorUsername={(isByActor ? actors[0]?.username : null) ?? null}
      />
    </p>
  );
}

function getExcerpt(thread: NonNullable<Notification['thread']>): string {
  const { content, contentWarning, media, poll, filteredBy } = thread;
  if (filteredBy) return t('notifications.filtered', { phrase: filteredBy.phrase });
  if (contentWarning !== null) return contentWarning;
  if (content === '' && media.length > 0) return t('notifications.media');
  const text = plainText(content);
  return text === '' ? (poll?.question ?? '') : text;
}

function Moves({ notification: { moves } }: { notification: Notification }) {
  return moves.map(({ actorId, movedTo: { name, username } }) => (
    <Link
      key={actorId}
      to={paths.profile(username)}
      className="finger relative z-1 flex w-fit max-w-full min-w-0 flex-wrap gap-x-1 text-sm hover:underline"
    >
      <span className="truncate font-semibold">{name}</span> <Handle username={username} />
    </Link>
  ));
}

function Request({ notification: { followRequest, actors } }: { notification: Notification }) {
  const client = useQueryClient();
  const [requester] = actors;
  if (!followRequest || !requester) return null;
  const { id, status } = followRequest;
  if (status !== 'pending') {
    return <p className="text-sm text-muted">{t(`notifications.${status}`)}</p>;
  }
  return (
    <div className="relative z-1 w-fit">
      <FollowRequestButtons
        requestId={id}
        name={requester.name}
        onDecided={(decision) => {
          const decided = decision === 'approve' ? 'approved' : 'rejected';
          patchNotifications(client, ({ followRequest: other }) => other?.id === id, {
            followRequest: { id, status: decided },
          });
        }}
        // The request may have been withdrawn, or decided elsewhere.
        onFailed={() => void client.invalidateQueries({ queryKey: notificationKeys.lists })}
      />
    </div>
  );
}
