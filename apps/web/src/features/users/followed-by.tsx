import { Link } from 'react-router-dom';
import type { FamiliarFollowers } from '@skein/contracts/users';
import { Avatar } from '../../ui/avatar.tsx';
import { EmojiText } from '../../ui/emoji-text.tsx';
import { dateLocale, t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';

const listFormat = new Intl.ListFormat(dateLocale, { type: 'conjunction' });

/** Names some of the followers that the viewer follows, with a link to all followers. */
export function FollowedBy({
  username,
  followers: { users, count },
}: {
  username: string;
  followers: FamiliarFollowers;
}) {
  // Two names and a number are as long as three names.
  const named = users.slice(0, count > users.length ? 2 : users.length);
  const others = count - named.length;
  const names = named.map(({ name }) => name);
  if (others > 0) names.push(t('profilePage.othersYouFollow', { count: others }));
  return (
    <Link
      to={paths.followers(username)}
      className="group finger flex w-fit max-w-full items-center gap-2 rounded-sm text-sm text-muted"
    >
      <span className="flex shrink-0 -space-x-2">
        {users.map(({ id, name, picture }) => (
          <Avatar key={id} name={name} picture={picture} size="xs" className="ring-2 ring-canvas" />
        ))}
      </span>
      <span className="wrap-anywhere group-hover:underline">
        <EmojiText
          text={t('profilePage.followedBy', { names: listFormat.format(names) })}
          users={named}
        />
      </span>
    </Link>
  );
}
