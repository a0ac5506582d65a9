import { lazy, Suspense, useState } from 'react';
import { withMessages } from '../../i18n/load-messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import { Link, useNavigate } from 'react-router-dom';
import type { ProfileDetails } from '@skein/contracts/users';
import { Button } from '../../ui/button.tsx';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { useBlock } from '../../features/relationships/block-and-mute.mutation.ts';
import { FollowButton } from '../../features/relationships/follow-button.tsx';
import { HiddenProfile, isHidden } from '../../features/users/hidden-profile.tsx';
import { ThreadNotificationsButton } from '../../features/relationships/thread-notifications-button.tsx';
import { UserMenu } from '../../features/relationships/user-menu.tsx';
import { ProfileHeader } from '../../features/users/profile-header.tsx';
import { TextSegments } from '../../features/threads/card/thread-text.tsx';
import { threadKeys } from '../../features/threads/cache/thread-keys.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/index.ts';
import { ProfileThreads } from './profile-threads.tsx';

/** A profile and its threads, as far as the viewer may see them. */
export function ProfileView({ profile }: { profile: ProfileDetails }) {
  const { user } = useSession();
  const isOwn = user?.id === profile.id;
  return (
    <>
      <ProfileHeader
        profile={profile}
        renderText={(text) => <TextSegments content={text} authorUsername={profile.username} />}
        actions={isOwn ? <EditButton /> : <Actions profile={profile} />}
      />
      {isHidden(profile) ? (
        <HiddenProfile profile={profile} />
      ) : (
        <ProfileThreads profile={profile} />
      )}
    </>
  );
}

function EditButton() {
  const navigate = useNavigate();
  return (
    <Button size="sm" variant="secondary" onClick={() => void navigate(paths.ownProfile)}>
      {t('profilePage.editProfile')}
    </Button>
  );
}

const ListsOfUserDialog = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../../features/lists/lists-of-user-dialog.tsx')).ListsOfUserDialog,
    }),
    'lists',
  ),
);

const NoteDialog = lazy(async () => ({
  default: (await import('../../features/relationships/note-dialog.tsx')).NoteDialog,
}));

function Actions({ profile }: { profile: ProfileDetails }) {
  const client = useQueryClient();
  const [isNoteOpen, setIsNoteOpen] = useState(false);
  const [areListsOpen, setAreListsOpen] = useState(false);
  const canFollow = profile.movedTo === null || profile.isFollowing;
  // A block or mute changes which threads the viewer sees.
  const refetchThreads = () => void client.invalidateQueries({ queryKey: threadKeys.all });
  return (
    <>
      {!profile.isBlocked && profile.canMessage && <MessageLink username={profile.username} />}
      <FocusRegion className="empty:hidden">
        {profile.isBlocked ? (
          <UnblockButton profile={profile} onDone={refetchThreads} />
        ) : (
          canFollow && <FollowButton user={profile} canWithdraw />
        )}
      </FocusRegion>
      {profile.isFollowing && <ThreadNotificationsButton profile={profile} />}
      <UserMenu
        profile={profile}
        onRelationChange={refetchThreads}
        onAddToLists={() => setAreListsOpen(true)}
        onEditNote={() => setIsNoteOpen(true)}
      />
      {areListsOpen && (
        <Suspense>
          <ListsOfUserDialog user={profile} onClose={() => setAreListsOpen(false)} />
        </Suspense>
      )}
      {isNoteOpen && (
        <Suspense>
          <NoteDialog profile={profile} onClose={() => setIsNoteOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface UnblockButtonProps {
  profile: ProfileDetails;
  onDone: () => void;
}

function UnblockButton({ profile, onDone }: UnblockButtonProps) {
  const block = useBlock(profile, onDone);
  return (
    <Button
      size="sm"
      variant="secondary"
      isBusy={block.isPending}
      onClick={() => block.mutate(false)}
    >
      {t('profilePage.unblock')}
    </Button>
  );
}

function MessageLink({ username }: { username: string }) {
  return (
    <Link
      to={paths.conversation(username)}
      className="finger inline-flex h-8 items-center rounded-full border border-line px-3.5 text-sm font-semibold transition-colors hover:bg-hover active:bg-pressed"
    >
      {/* Phones have no room for the word beside 'Following' and the bell. */}
      <Mail aria-hidden className="size-4 min-[27rem]:hidden" />
      <span className="max-[27rem]:sr-only">{t('profilePage.message')}</span>
    </Link>
  );
}
