import { randomBytes } from 'node:crypto';
import type { GroupDetails, GroupInvitation } from '@skein/contracts/chat';
import { groupMembersMax } from '@skein/contracts/group-limits';
import type { Database } from '@skein/db';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { toPictureUrl } from '../../users/index.ts';
import { findInvitation, storeGroup } from '../conversations/groups.repository.ts';
import type { Invitation } from '../conversations/groups.repository.ts';
import { changeAsAdmin, changeGroup, getGroup } from '../conversations/groups.ts';
import type { GroupsDependencies } from '../conversations/groups.ts';
import { tooManyMembers } from './add-members.ts';
import { insertMembers } from './group-members.repository.ts';

const inviteTokenBytes = 24;

export function createInviteLink(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
): Promise<string> {
  const inviteToken = randomBytes(inviteTokenBytes).toString('base64url');
  return changeAsAdmin(dependencies, viewer, id, async (tx, _group, conversationId) => {
    await storeGroup(tx, conversationId, { inviteToken });
    return { result: inviteToken, events: [] };
  });
}

export function deleteInviteLink(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
): Promise<null> {
  return changeAsAdmin(dependencies, viewer, id, async (tx, _group, conversationId) => {
    await storeGroup(tx, conversationId, { inviteToken: null });
    return { result: null, events: [] };
  });
}

/** @throws NotFoundError */
export async function getInvitation(
  { database }: Pick<GroupsDependencies, 'database'>,
  viewer: Viewer,
  token: string,
): Promise<GroupInvitation> {
  const { conversationId, name, pictureKey, ...found } = await findByToken(database, viewer, token);
  const picture = toPictureUrl(pictureKey);
  const { membersCount, isMember } = found;
  return { conversationId: isMember ? conversationId : null, name, picture, membersCount };
}

/** @throws NotFoundError, ForbiddenError; ConflictError for a full group */
export async function joinGroup(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  token: string,
): Promise<GroupDetails> {
  if (viewer.isFrozen === true) throw new ForbiddenError('error.frozenGroupJoin');
  const { conversationId, isMember } = await findByToken(dependencies.database, viewer, token);
  if (isMember) return getGroup(dependencies, viewer, conversationId);
  await changeGroup(dependencies, viewer, conversationId, async (tx, group) => {
    if (group.isAdmin !== null) return { result: null, events: [] };
    if (group.membersCount >= groupMembersMax) throw tooManyMembers();
    const members = [{ id: viewer.userId, isRequest: false }];
    await insertMembers(tx, conversationId, { members, lastSeq: group.lastSeq });
    return { result: null, events: [{ type: 'member_joined', userIds: [], name: null }] };
  });
  return getGroup(dependencies, viewer, conversationId);
}

async function findByToken(database: Database, viewer: Viewer, token: string): Promise<Invitation> {
  const invitation = await findInvitation(database, viewer.userId, token);
  if (invitation === null) throw new NotFoundError('error.groupInvite');
  return invitation;
}
