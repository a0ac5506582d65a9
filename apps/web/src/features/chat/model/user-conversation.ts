import type { Conversation, ConversationFields } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';

/** What the list knows about a group. */
export interface Group {
  id: string;
  name: string;
  picture: string | null;
  membersCount: number;
  isAdmin: boolean;
}

/** A conversation whose `user` is the other member or represents the group. */
export interface UserConversation extends Conversation {
  user: User;
  group: Group | null;
}

/** The group of a conversation; null between two users. */
export function toGroup(fields: ConversationFields): Group | null {
  const { kind, conversationId: id, title: name, picture, membersCount, isAdmin } = fields;
  return kind === 'group' ? { id, name, picture, membersCount, isAdmin } : null;
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
export function getPartner(fields: ConversationFields): User | null {
  const group = toGroup(fields);
  return group === null ? fields.user : toPartner(group);
}
