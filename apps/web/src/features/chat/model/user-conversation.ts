import type { Conversation, Group } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';

/** A conversation whose `user` is the other member or represents the group. */
export interface UserConversation extends Conversation {
  user: User;
}

/** A group in the place of the other member. Without a username, there is no profile to link to. */
export const toPartner = ({ id, name, picture }: Group): User => ({
  id,
  name,
  username: '',
  picture,
  bio: null,
  isPrivate: false,
  isUserVerified: false,
  followersCount: 0,
  isFollowing: false,
  isFollowedBy: false,
  followRequestStatus: null,
});

/** The other member of a conversation, or its group. */
export const partnerOf = ({ user, group }: Pick<Conversation, 'user' | 'group'>): User | null =>
  user ?? (group ? toPartner(group) : null);
