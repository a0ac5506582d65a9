import { audiences, messagePermissions } from '@skein/contracts/constants';
import type { Audience, ReplyPermission } from '@skein/contracts/threads';
import type { MessagePermission } from '@skein/contracts/users';
import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { Viewer } from '../../src/platform/viewer.ts';
import * as visibility from '../../src/domain/visibility.queries.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertFollow, insertUser, insertThread } from '../support/factories/threads.ts';

const { sql } = Prisma;
const either = [false, true];

let api: TestApi;
let viewer: Viewer;

beforeAll(async () => {
  api = await startTestApi();
  const viewerId = await insertUser(api.database, { isPrivate: true });
  viewer = { userId: viewerId, sessionId: viewerId };
}, 60_000);

afterAll(() => api.close());

/** Everything that the rules about accounts depend on. */
interface Relation {
  isPrivate: boolean;
  isSuspended: boolean;
  isLimited: boolean;
  isFrozen: boolean;
  isFollowed: boolean;
  isFollower: boolean;
  hasWritten: boolean;
  blocker: 'nobody' | 'viewer' | 'user';
  messagePermission?: MessagePermission;
}

const blockers = ['nobody', 'viewer', 'user'] as const;

const states = [
  { isSuspended: false, isLimited: false, isFrozen: false },
  { isSuspended: true, isLimited: false, isFrozen: false },
  { isSuspended: false, isLimited: true, isFrozen: false },
  { isSuspended: false, isLimited: false, isFrozen: true },
  { isSuspended: true, isLimited: true, isFrozen: true },
];

const relations: Relation[] = either.flatMap((isPrivate) =>
  states.flatMap((state) =>
    either.flatMap((isFollowed) =>
      either.flatMap((isFollower) =>
        either.flatMap((hasWritten) =>
          blockers.map((blocker) => {
            return { isPrivate, ...state, isFollowed, isFollower, hasWritten, blocker };
          }),
        ),
      ),
    ),
  ),
);

const choosers: Relation[] = messagePermissions.flatMap((messagePermission) =>
  relations
    .filter(
      ({ isSuspended, isLimited, isFrozen, isFollowed, blocker }) =>
        !isSuspended && !isLimited && !isFrozen && !isFollowed && blocker === 'nobody',
    )
    .map((relation) => ({ ...relation, messagePermission })),
);

async function insertRelatedUser(relation: Relation): Promise<string> {
  const { database } = api;
  const id = await insertUser(database, relation);
  if (relation.isFollowed) await insertFollow(database, viewer.userId, id);
  if (relation.isFollower) await insertFollow(database, id, viewer.userId);
  if (relation.hasWritten) await insertSentMessages(id);
  const [blockerId, blockedId] =
    relation.blocker === 'viewer' ? [viewer.userId, id] : [id, viewer.userId];
  if (relation.blocker !== 'nobody')
    await database.block.create({ data: { blockerId, blockedId } });
  return id;
}

/** A conversation in which only the user has written to the viewer. */
async function insertSentMessages(userId: string): Promise<void> {
  await api.database.conversation.create({
    data: {
      id: newId(),
      pairKey: [viewer.userId, userId].toSorted().join(':'),
      lastSeq: 1,
      members: { create: [{ userId, lastSentSeq: 1 }, { userId: viewer.userId }] },
    },
  });
}

/** The rules about accounts, written independently of the SQL. */
const accountRules = {
  isActive: {
    fragment: () => visibility.isActive(sql`other`),
    expected: ({ isSuspended }: Relation) => !isSuspended,
  },
  isFrozen: {
    fragment: () => visibility.isFrozen(sql`other`),
    expected: ({ isFrozen }: Relation) => isFrozen,
  },
  canPublish: {
    fragment: () => visibility.canPublish(sql`other`),
    expected: ({ isSuspended, isFrozen }: Relation) => !isSuspended && !isFrozen,
  },
  isPublic: {
    fragment: () => visibility.isPublic(sql`other`),
    expected: ({ isSuspended, isLimited, isPrivate }: Relation) =>
      !isSuspended && !isLimited && !isPrivate,
  },
  isListable: {
    fragment: () => visibility.isListable(viewer.userId, sql`other`),
    expected: ({ isSuspended, blocker, ...relation }: Relation) =>
      !isSuspended && blocker === 'nobody' && isWithinLimit(relation),
  },
  canNotify: {
    fragment: () => visibility.canNotify(viewer.userId, sql`other`),
    expected: ({ isSuspended, ...relation }: Relation) => !isSuspended && isWithinLimit(relation),
  },
  canSeeProfile: {
    fragment: () => visibility.canSeeProfile(viewer.userId, sql`other`),
    expected: ({ isSuspended, blocker }: Relation) => !isSuspended && blocker !== 'user',
  },
  canSeeThreadsBy: {
    fragment: () => visibility.canSeeThreadsBy(viewer.userId, sql`other`),
    expected: ({ isSuspended, isLimited, isPrivate, isFollowed, blocker }: Relation) =>
      !isSuspended && blocker === 'nobody' && (!(isPrivate || isLimited) || isFollowed),
  },
  canMessage: {
    fragment: () => visibility.canMessage(viewer.userId, sql`other`),
    expected: ({ isSuspended, blocker, hasWritten, ...relation }: Relation) =>
      !isSuspended && blocker === 'nobody' && (hasWritten || acceptsMessages(relation)),
  },
};

/** A limited account can be found only by its followers. */
function isWithinLimit({ isLimited, isFollowed }: Pick<Relation, 'isLimited' | 'isFollowed'>) {
  return !isLimited || isFollowed;
}

function acceptsMessages(
  relation: Pick<Relation, 'isPrivate' | 'isFollower' | 'messagePermission'>,
): boolean {
  const { isPrivate, isFollower, messagePermission = 'everyone' } = relation;
  switch (messagePermission) {
    case 'everyone':
      return !isPrivate || isFollower;
    case 'requests':
      return true;
    case 'following':
      return isFollower;
    case 'nobody':
      return false;
  }
}

describe('the rules about accounts', () => {
  it('let a limited user write only to followers and to users who have written to them', async () => {
    const limitedId = await insertUser(api.database, { isLimited: true });
    const [stranger, follower] = [await insertUser(api.database), await insertUser(api.database)];
    await insertFollow(api.database, follower, limitedId);
    const rows = await api.database.$queryRaw<unknown[]>`
      SELECT ${visibility.canMessage(limitedId, sql`stranger`)} AS "canMessageStranger",
        ${visibility.canMessage(limitedId, sql`follower`)} AS "canMessageFollower"
      FROM users stranger, users follower
      WHERE stranger.id = ${stranger}::uuid AND follower.id = ${follower}::uuid`;
    expect(rows).toEqual([{ canMessageStranger: false, canMessageFollower: true }]);
    const where = { id: { in: [limitedId, stranger, follower] } };
    await api.database.user.deleteMany({ where });
  });

  const names = new Map<string, Relation>();

  beforeAll(async () => {
    for (const relation of [...relations, ...choosers])
      names.set(await insertRelatedUser(relation), relation);
  });

  const matching = (isExpected: (relation: Relation) => boolean) =>
    [...names].filter(([, relation]) => isExpected(relation)).map(([id]) => id);

  it.each(Object.entries(accountRules))(
    'match the truth table for `%s`',
    async (_name, { fragment, expected }) => {
      const rows = await api.database.$queryRaw<{ id: string }[]>`
        SELECT other.id FROM users other
        WHERE ${fragment()} AND other.id <> ${viewer.userId}::uuid ORDER BY other.id`;
      expect(rows.map(({ id }) => id)).toEqual(matching(expected).toSorted());
    },
  );

  it.each(['isActive', 'canPublish'] as const)(
    'select the same accounts in a Prisma query as `%s`',
    async (name) => {
      const where = { isActive: visibility.activeUser, canPublish: visibility.publishingUser }[
        name
      ];
      const rows = await api.database.user.findMany({
        where: { ...where, id: { not: viewer.userId } },
        orderBy: { id: 'asc' },
        select: { id: true },
      });
      expect(rows.map(({ id }) => id)).toEqual(matching(accountRules[name].expected).toSorted());
    },
  );
});

/** Everything that the permissions on a visible thread depend on. */
interface ThreadRelation {
  isPrivate: boolean;
  isFollower: boolean;
  isMentioned: boolean;
  permission: ReplyPermission;
  /** The permission of the root above a reply; null for a root. */
  rootPermission: ReplyPermission | null;
}

const permissions = ['ANYONE', 'FOLLOWERS', 'FOLLOWING', 'MENTIONED_ONLY'] as const;

const threadRelations: ThreadRelation[] = either.flatMap((isPrivate) =>
  either.flatMap((isFollower) =>
    either.flatMap((isMentioned) =>
      permissions.flatMap((permission) =>
        [null, ...permissions].map((rootPermission) => {
          return { isPrivate, isFollower, isMentioned, permission, rootPermission };
        }),
      ),
    ),
  ),
);

/** Whether a permission includes the viewer, who follows every author. */
function isIncluded(permission: ReplyPermission, relation: ThreadRelation): boolean {
  const { isFollower, isMentioned } = relation;
  return { ANYONE: true, FOLLOWERS: true, FOLLOWING: isFollower, MENTIONED_ONLY: isMentioned }[
    permission
  ];
}

describe('the permissions on a visible thread', () => {
  const cases: (ThreadRelation & { id: string })[] = [];

  beforeAll(async () => {
    const { database } = api;
    for (const isPrivate of either) {
      for (const isFollower of either) {
        const authorId = await insertUser(database, { isPrivate });
        await insertFollow(database, viewer.userId, authorId);
        if (isFollower) await insertFollow(database, authorId, viewer.userId);
        const ofAuthor = threadRelations.filter(
          (relation) => relation.isPrivate === isPrivate && relation.isFollower === isFollower,
        );
        for (const relation of ofAuthor) {
          cases.push({ ...relation, id: await insertCase(authorId, relation) });
        }
      }
    }
  });

  async function insertCase(authorId: string, relation: ThreadRelation): Promise<string> {
    const { permission, rootPermission } = relation;
    const insert = async (options: { replyPermission: ReplyPermission; parentId?: string }) => {
      const id = await insertThread(api.database, authorId, options);
      if (relation.isMentioned) {
        const mention = { threadId: id, userId: viewer.userId };
        await api.database.threadMention.create({ data: mention });
      }
      return id;
    };
    if (rootPermission === null) return insert({ replyPermission: permission });
    const parentId = await insert({ replyPermission: rootPermission });
    return insert({ replyPermission: permission, parentId });
  }

  const expected = (relation: ThreadRelation) => {
    const canRepost = !relation.isPrivate;
    return {
      canReply: isIncluded(relation.rootPermission ?? relation.permission, relation),
      canRepost,
      canQuote: canRepost && isIncluded(relation.permission, relation),
    };
  };

  const table = () => cases.map(({ id, ...relation }) => ({ id, ...expected(relation) }));

  it('match the truth table as SQL fragments', async () => {
    const [thread, author] = [sql`t`, sql`a`];
    const rows = await api.database.$queryRaw<{ id: string }[]>`
      SELECT t.id, ${visibility.canReply(viewer.userId, thread)} AS "canReply",
        ${visibility.canRepost(viewer.userId, { thread, author })} AS "canRepost",
        ${visibility.canQuote(viewer.userId, { thread, author })} AS "canQuote"
      FROM unnest(${cases.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS selected (id, n)
        JOIN threads t ON t.id = selected.id JOIN users a ON a.id = t.author_id
      ORDER BY selected.n`;
    expect(rows).toEqual(table());
  });

  it('match the truth table in the responses of the API', async () => {
    const fromApi: unknown[] = [];
    for (const { id } of cases) {
      const { canReply, canRepost, canQuote } = await api.services.threads.get(viewer, id);
      fromApi.push({ id, canReply, canRepost, canQuote });
    }
    expect(fromApi).toEqual(table());
  });
});

/** Everything that the visibility of a thread depends on, besides blocks and the state of the account. */
interface AudienceRelation {
  isPrivate: boolean;
  audience: Audience;
  /** The audience of the root above a reply. Another user wrote it, and the viewer sees it only by its audience. */
  rootAudience: Audience | null;
  isFollowed: boolean;
  isMentioned: boolean;
  /** Whether the viewer wrote the parent of the reply, which is public. */
  isAnswered: boolean;
}

const audienceRelations: AudienceRelation[] = either.flatMap((isPrivate) =>
  audiences.flatMap((audience) =>
    either.flatMap((isFollowed) =>
      either.flatMap((isMentioned) => {
        const relation = { isPrivate, audience, isFollowed, isMentioned };
        const roots = audiences.slice(0, audiences.indexOf(audience) + 1);
        return [
          { ...relation, rootAudience: null, isAnswered: false },
          { ...relation, rootAudience: 'public' as const, isAnswered: true },
          ...roots.map((rootAudience) => ({ ...relation, rootAudience, isAnswered: false })),
        ];
      }),
    ),
  ),
);

describe('the audience of a thread', () => {
  const cases: (AudienceRelation & { id: string })[] = [];

  beforeAll(async () => {
    const { database } = api;
    const rootAuthorId = await insertUser(database);
    for (const isPrivate of either) {
      for (const isFollowed of either) {
        const authorId = await insertUser(database, { isPrivate });
        if (isFollowed) await insertFollow(database, viewer.userId, authorId);
        for (const relation of audienceRelations) {
          if (relation.isPrivate !== isPrivate || relation.isFollowed !== isFollowed) continue;
          cases.push({ ...relation, id: await insertCase(authorId, rootAuthorId, relation) });
        }
      }
    }
  });

  async function insertCase(
    authorId: string,
    rootAuthorId: string,
    { audience, rootAudience, isMentioned, isAnswered }: AudienceRelation,
  ): Promise<string> {
    const { database } = api;
    let parentId: string | undefined;
    if (rootAudience !== null) {
      parentId = await insertThread(database, rootAuthorId, { audience: rootAudience });
    }
    if (isAnswered && parentId !== undefined) {
      parentId = await insertThread(database, viewer.userId, { parentId });
    }
    const options = { audience, ...(parentId !== undefined && { parentId }) };
    const id = await insertThread(database, authorId, options);
    if (isMentioned) {
      await database.threadMention.create({ data: { threadId: id, userId: viewer.userId } });
    }
    return id;
  }

  const isForEveryone = (audience: Audience) => audience === 'public' || audience === 'unlisted';

  /** Written independently of the SQL. */
  function isVisible(relation: AudienceRelation): boolean {
    const { isPrivate, audience, rootAudience, isFollowed, isMentioned, isAnswered } = relation;
    if (isPrivate && !isFollowed) return false;
    if (rootAudience !== null && !isForEveryone(rootAudience)) return false;
    if (isForEveryone(audience)) return true;
    return isMentioned || isAnswered || (audience === 'followers' && isFollowed);
  }

  it('matches the truth table for signed-in users', async () => {
    const columns = { thread: sql`t`, author: sql`a` };
    const rows = await api.database.$queryRaw<{ id: string }[]>`
      SELECT t.id, ${visibility.canSee(viewer.userId, columns)} AS "isVisible",
        ${visibility.canRepost(viewer.userId, columns)} AS "canRepost",
        ${visibility.canQuote(viewer.userId, columns)} AS "canQuote",
        ${visibility.isOpenThread(sql`t`)} AS "isOpen", ${visibility.isPublicThread(sql`t`)} AS "isPublic"
      FROM unnest(${cases.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS selected (id, n)
        JOIN threads t ON t.id = selected.id JOIN users a ON a.id = t.author_id
      ORDER BY selected.n`;
    const expected = cases.map(({ id, ...relation }) => {
      const isOpen = !relation.isPrivate && isForEveryone(relation.audience);
      return {
        id,
        isVisible: isVisible(relation),
        canRepost: isOpen,
        canQuote: isOpen,
        isOpen,
        isPublic: isOpen && relation.audience === 'public',
      };
    });
    expect(rows).toEqual(expected);
  });

  it('matches the truth table for visitors', async () => {
    const columns = { thread: sql`t`, author: sql`a` };
    const rows = await api.database.$queryRaw<{ id: string }[]>`
      SELECT t.id FROM unnest(${cases.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS selected (id, n)
        JOIN threads t ON t.id = selected.id JOIN users a ON a.id = t.author_id
      WHERE ${visibility.canSee(visibility.anonymousViewer, columns)} ORDER BY selected.n`;
    const isExpected = ({ isPrivate, audience }: AudienceRelation) =>
      !isPrivate && isForEveryone(audience);
    expect(rows.map(({ id }) => id)).toEqual(cases.filter(isExpected).map(({ id }) => id));
  });

  it('gives the same permissions in the responses of the API', async () => {
    for (const { id, ...relation } of cases) {
      const thread = await api.services.threads.get(viewer, id).catch(() => null);
      const isOpen = !relation.isPrivate && isForEveryone(relation.audience);
      expect(thread && [thread.audience, thread.canRepost, thread.canQuote]).toEqual(
        isVisible(relation) ? [relation.audience, isOpen, isOpen] : null,
      );
    }
  });

  it('lets only the author repost a thread for followers, and nobody quote it', async () => {
    const ownPermissions: unknown[] = [];
    for (const audience of audiences) {
      const id = await insertThread(api.database, viewer.userId, { audience });
      const { canRepost, canQuote } = await api.services.threads.get(viewer, id);
      ownPermissions.push([audience, canRepost, canQuote]);
    }
    expect(ownPermissions).toEqual([
      ['public', true, true],
      ['unlisted', true, true],
      ['followers', true, false],
      ['mentioned', false, false],
    ]);
  });
});
