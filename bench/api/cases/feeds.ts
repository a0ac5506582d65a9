import assert from 'node:assert/strict';
import type { Reader, Stage } from '../stage.ts';
import { addKeywordFilters, addLists, copyFollows, followHashtags } from './personal-feed.ts';
import { readWorkload, withEncoding, type Case } from './case.ts';
import { getActor, getItems, type ListedThread } from './content.ts';

const followingPath = '/api/threads?feed=following&size=30';
const allPath = '/api/threads?feed=all&size=30';
const pageSize = 30;
const homePath = '/api/v1/timelines/home?limit=40';
const homeSize = 40;
const depth = 10_000;
const browserEncodings = 'gzip, deflate, br';

interface FeedOptions {
  readers?: (stage: Stage) => Promise<Reader[]>;
  encodings?: string;
  isDeep?: boolean;
  size?: number;
}

export const feedCases: readonly Case[] = [
  followingCase('following', 'Following feed'),
  followingCase('following-browser', 'Following feed, compressed', {
    encodings: browserEncodings,
  }),
  followingCase('following-wide', 'Following feed, 1,000 followees', {
    readers: landmark('wide'),
  }),
  followingCase('following-deep', 'Following feed, 1,000 followees, 10,000 items down', {
    readers: landmark('wide'),
    isDeep: true,
  }),
  followingCase('following-silent', 'Following feed, followees long silent', {
    readers: landmark('silent'),
  }),
  personalCase(),
  followingCase('following-40', 'Following feed, 40 entries', {
    size: homeSize,
  }),
  homeCase('home', 'Home timeline of an app, 40 entries', {}),
  followingCase('following-40-browser', 'Following feed, 40 entries, compressed', {
    size: homeSize,
    encodings: browserEncodings,
  }),
  homeCase('home-browser', 'Home timeline of an app, 40 entries, compressed', {
    encodings: browserEncodings,
  }),
  allCase('all', 'Feed of all threads'),
  allCase('all-browser', 'Feed of all threads, compressed', {
    encodings: browserEncodings,
  }),
  allCase('all-hiding', 'Feed of all threads, 50 mutes and 20 blocks', {
    readers: landmark('hiding'),
  }),
  allCase('all-deep', 'Feed of all threads, 10,000 items down', {
    isDeep: true,
  }),
];

export function followingCase(name: string, title: string, options: FeedOptions = {}): Case {
  return {
    name,
    title,
    async prepare(stage) {
      const { size = pageSize } = options;
      const path = followingPath.replace(`size=${pageSize}`, `size=${size}`);
      const targets = await listTargets(stage, path, options);
      const actors = await findFollowees(stage, targets);
      return readWorkload(targets, toRequest, (body, { reader }) => {
        for (const thread of getItems<ListedThread>(body, size)) {
          const actor = getActor(thread);
          const isOwn = actor === reader.id;
          assert(isOwn || actors.get(reader.id)?.has(actor ?? ''), `${actor} is not followed`);
        }
      });
    },
  };
}

/**
 * What a reader may add to the feed. Each reader follows the same users as a reader of the usual feed, so that
 * nothing else differs.
 */
function personalCase(): Case {
  return {
    name: 'following-personal',
    title: 'Following feed with 5 followed hashtags, 20 keyword filters and a list',
    async prepare(stage) {
      const readers = await stage.readers({ skip: 200 });
      await copyFollows(stage, await stage.readers(), readers);
      await addLists(stage, readers);
      const tags = await followHashtags(stage, readers);
      await addKeywordFilters(stage, readers);
      // As the tables of the usual feed: an index-only scan reads new rows from the table until then.
      await stage.query('VACUUM (ANALYZE) follows, hashtag_follows, keyword_filters');
      const targets = readers.map((reader) => ({ reader, path: followingPath }));
      const actors = await findFollowees(stage, targets);
      return readWorkload(targets, toRequest, (body, { reader }) => {
        for (const thread of getItems<ListedThread>(body, pageSize)) {
          const actor = getActor(thread);
          const isTagged = thread.hashtags.some((tag) => tags.has(tag.toLowerCase()));
          const isFollowed = actors.get(reader.id)?.has(actor ?? '') ?? false;
          assert(
            isFollowed || isTagged || actor === reader.id,
            `neither ${actor} nor a hashtag is followed`,
          );
        }
      });
    },
  };
}

/** The Following feed through the Mastodon API. */
function homeCase(name: string, title: string, options: FeedOptions = {}): Case {
  return {
    name,
    title,
    async prepare(stage) {
      const targets = await listTargets(stage, homePath, options);
      const actors = await findFollowees(stage, targets);
      return readWorkload(targets, toRequest, (body, { reader }) => {
        for (const { account } of getItems<ListedStatus>({ content: body }, homeSize)) {
          const isKnown = account.id === reader.id || actors.get(reader.id)?.has(account.id);
          assert(isKnown, `${account.id} is not followed`);
        }
      });
    },
  };
}

function allCase(name: string, title: string, options: FeedOptions = {}): Case {
  return {
    name,
    title,
    async prepare(stage) {
      const targets = await listTargets(stage, allPath, options);
      const hidden = await findHidden(stage, targets);
      return readWorkload(targets, toRequest, (body, { reader }) => {
        for (const { userId, parentThreadId } of getItems<ListedThread>(body, pageSize)) {
          assert.equal(parentThreadId, null, 'the feed has a reply');
          assert(!hidden.get(reader.id)?.has(userId ?? ''), `${userId} is muted or blocked`);
        }
      });
    },
  };
}

interface ListedStatus {
  id: string;
  account: { id: string };
}

interface Target {
  reader: Reader;
  path: string;
  encodings?: string | undefined;
}

function toRequest({ reader, path, encodings }: Target) {
  const request = reader.client.get(path);
  return encodings === undefined ? request : withEncoding(request, encodings);
}

/** Omits a reader that has no page at the depth. */
async function listTargets(
  stage: Stage,
  path: string,
  options: FeedOptions = {},
): Promise<Target[]> {
  const readers = await (options.readers?.(stage) ?? stage.readers());
  const { encodings, isDeep = false } = options;
  if (!isDeep) return readers.map((reader) => ({ reader, path, encodings }));
  const targets: Target[] = [];
  for (const reader of readers.slice(0, 1)) {
    const cursor = await reader.client.cursorAtDepth(path.replace('size=30', 'size=100'), depth);
    if (cursor === null) continue;
    targets.push({ reader, path: `${path}&cursor=${encodeURIComponent(cursor)}`, encodings });
  }
  return targets;
}

function landmark(name: 'wide' | 'silent' | 'hiding') {
  return (stage: Stage) => stage.signInWhere('WHERE id = $1', [stage.landmarks[name].id]);
}

function findFollowees(stage: Stage, targets: readonly Target[]) {
  return findSets(
    stage,
    `SELECT follower_id AS id, array_agg(followee_id) AS others FROM follows
     WHERE follower_id = ANY ($1) GROUP BY 1`,
    targets,
  );
}

function findHidden(stage: Stage, targets: readonly Target[]) {
  return findSets(
    stage,
    `SELECT id, array_agg(other) AS others FROM (
       SELECT blocker_id AS id, blocked_id AS other FROM blocks
       UNION ALL SELECT blocked_id, blocker_id FROM blocks
       UNION ALL SELECT muter_id, muted_id FROM mutes
     ) hidden WHERE id = ANY ($1) GROUP BY 1`,
    targets,
  );
}

/** Users related to each reader. */
async function findSets(
  stage: Stage,
  text: string,
  targets: readonly Target[],
): Promise<Map<string, Set<string>>> {
  const ids = targets.map(({ reader }) => reader.id);
  const rows = await stage.query<{ id: string; others: string[] }>(text, [ids]);
  return new Map(rows.map(({ id, others }) => [id, new Set(others)]));
}
