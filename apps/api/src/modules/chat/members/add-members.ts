import { groupMembersMax } from '@skein/contracts/group-limits';
import type { Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError, ForbiddenError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import type { StoredGroupEvent } from '../messages/insert-message.repository.ts';
import type { LockedGroup } from '../conversations/groups.repository.ts';
import { insertMembers, listCandidates } from './group-members.repository.ts';
import type { Candidate } from './group-members.repository.ts';

interface AddedUsers {
  conversationId: string;
  viewer: Viewer;
  userIds: readonly string[];
}

/** Adds all users or none, apart from members. */
export async function addUsers(
  tx: Transaction,
  { conversationId, viewer, userIds }: AddedUsers,
  { lastSeq, membersCount }: Pick<LockedGroup, 'lastSeq' | 'membersCount'>,
): Promise<StoredGroupEvent[]> {
  if (viewer.isFrozen === true) throw new ForbiddenError('error.frozenGroupAdd');
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const candidates = await listCandidates(tx, {
    conversationId,
    viewerId: viewer.userId,
    userIds: ids,
  });
  if (candidates.length < ids.length) throw userNotFound();
  const added = candidates.filter(({ isMember }) => !isMember);
  for (const candidate of added) requireCanBeAdded(candidate);
  if (membersCount + added.length > groupMembersMax) throw tooManyMembers();
  if (added.length === 0) return [];
  await insertMembers(tx, conversationId, { members: added, lastSeq });
  return [{ type: 'members_added', userIds: added.map(({ id }) => id), name: null }];
}

function requireCanBeAdded({ name, isRemote, canBeAdded, hasDeclined }: Candidate): void {
  if (isRemote) throw new ForbiddenError(withValues('error.groupRemote', { name }));
  if (hasDeclined) throw new ForbiddenError(withValues('error.groupDeclined', { name }));
  if (!canBeAdded) throw new ForbiddenError(withValues('error.groupNotAllowed', { name }));
}

export function tooManyMembers(): ConflictError {
  return new ConflictError('conflict', withValues('error.groupFull', { max: groupMembersMax }));
}
