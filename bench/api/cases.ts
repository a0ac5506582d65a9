import { availableParallelism } from 'node:os';
import type { VolumeLandmarks } from '@skein/db/seed/volume';
import type { ApiClient } from './api-client.ts';
import type { LoadRequest } from './load.ts';

/** Thresholds of a case. Shares are relative to the requests per second of the baseline. */
export type Threshold =
  | { kind: 'share'; must: number; aim: number; p99MaxMs?: number }
  /** Latency (97.5th percentile) with one connection per core. */
  | { kind: 'latency'; mustMs: number; aimMs: number }
  /** Maximum slowdown compared with another case. */
  | { kind: 'slowdown'; than: string; must: number; aim: number };

export interface Case {
  name: string;
  title: string;
  threshold: Threshold;
  expectedStatus: number;
  /** Number of connections, if not the default. */
  connections?: number;
  /** The requests to repeat; none if the database is too small for the case. */
  prepare(stage: Stage): Promise<LoadRequest[]>;
}

type Reader = 'typical' | 'wide' | 'silent' | 'hiding';

/** Input for the preparation of cases. */
export interface Stage {
  landmarks: VolumeLandmarks;
  /** Signs each user in once. */
  clientOf: (reader: Reader) => Promise<ApiClient>;
}

const followingPage = '/api/threads?feed=following&size=30';
const allPage = '/api/threads?size=30';
const trendingPaths = ['/api/hashtags/trending', '/api/threads/trending?size=10'];
const depth = 10_000;
const createdTexts = 1000;

const cases: readonly Case[] = [
  listCase('following', 'Following feed, 100 followees', 'typical', followingPage, {
    kind: 'share',
    must: 0.035,
    aim: 0.05,
    p99MaxMs: 45,
  }),
  listCase('following-wide', 'Following feed, 1,000 followees', 'wide', followingPage, {
    kind: 'slowdown',
    than: 'following',
    must: 1.5,
    aim: 1,
  }),
  depthCase('following-deep', 'Following feed, 1,000 followees, at depth 10,000', 'wide', {
    path: followingPage,
    than: 'following-wide',
  }),
  listCase('following-silent', 'Following feed, 100 long silent', 'silent', followingPage, {
    kind: 'slowdown',
    than: 'following',
    must: 1.5,
    aim: 1,
  }),
  listCase('all', 'All feed', 'typical', allPage, { kind: 'share', must: 0.075, aim: 0.1 }),
  listCase('all-hiding', 'All feed, 50 mutes and 20 blocks', 'hiding', allPage, {
    kind: 'share',
    must: 0.075,
    aim: 0.1,
  }),
  depthCase('all-deep', 'All feed at depth 10,000', 'typical', { path: allPage, than: 'all' }),
  {
    name: 'thread',
    title: 'One thread',
    threshold: { kind: 'share', must: 0.2, aim: 0.27 },
    expectedStatus: 200,
    async prepare({ landmarks, clientOf }) {
      const client = await clientOf('typical');
      return landmarks.recentThreadIds.map((id) => client.get(`/api/threads/${id}`));
    },
  },
  {
    name: 'replies',
    title: 'A page of 100 replies',
    threshold: { kind: 'share', must: 0.023, aim: 0.03 },
    expectedStatus: 200,
    async prepare({ landmarks, clientOf }) {
      const client = await clientOf('typical');
      return [client.get(`/api/threads/${landmarks.wellAnsweredThreadId}/replies`)];
    },
  },
  {
    name: 'like',
    title: 'Like a thread, or take the like back',
    threshold: { kind: 'share', must: 0.15, aim: 0.25 },
    expectedStatus: 200,
    async prepare({ landmarks, clientOf }) {
      const client = await clientOf('typical');
      // Alternates between on and off, so that each request changes a row.
      return [true, false].flatMap((on) =>
        landmarks.recentThreadIds.map((id) => client.postJson(`/api/threads/${id}/like`, { on })),
      );
    },
  },
  latencyCase('search-common', 'Search for a common word', searchPaths(['the', 'de', 'and']), {
    mustMs: 100,
    aimMs: 40,
  }),
  latencyCase('search-rare', 'Search for a rare word', searchPaths(['zebra', 'lighthouse']), {
    mustMs: 100,
    aimMs: 40,
  }),
  latencyCase('trending', 'Trending hashtags and threads', trendingPaths, {
    mustMs: 10,
    aimMs: 5,
  }),
  {
    name: 'create',
    title: 'Publish a text with a tag and a mention',
    threshold: { kind: 'share', must: 0.08, aim: 0.15 },
    expectedStatus: 201,
    async prepare({ landmarks, clientOf }) {
      const client = await clientOf('typical');
      return Array.from({ length: createdTexts }, (_, number) =>
        client.postForm('/api/threads', {
          content: `Number ${number} of the morning, for @${landmarks.mentionableUsername} #bench${number % 50}`,
        }),
      );
    },
  },
];

/** In order of execution: cases that write come last. */
export const caseNames = cases.map(({ name }) => name);

export function selectCases(names: readonly string[]): Case[] {
  return cases.filter(({ name }) => names.includes(name));
}

function listCase(
  name: string,
  title: string,
  reader: Reader,
  path: string,
  threshold: Threshold,
): Case {
  return {
    name,
    title,
    threshold,
    expectedStatus: 200,
    prepare: async ({ clientOf }) => [(await clientOf(reader)).get(path)],
  };
}

function latencyCase(
  name: string,
  title: string,
  paths: readonly string[],
  threshold: { mustMs: number; aimMs: number },
): Case {
  return {
    name,
    title,
    threshold: { kind: 'latency', ...threshold },
    expectedStatus: 200,
    connections: availableParallelism(),
    prepare: async ({ clientOf }) => {
      const client = await clientOf('typical');
      return paths.map((path) => client.get(path));
    },
  };
}

function searchPaths(words: readonly string[]): string[] {
  return words.flatMap((word) =>
    ['relevance', 'recent'].map((sort) => `/api/threads/search?q=${word}&sort=${sort}`),
  );
}

function depthCase(
  name: string,
  title: string,
  reader: Reader,
  { path, than }: { path: string; than: string },
): Case {
  return {
    name,
    title,
    threshold: { kind: 'slowdown', than, must: 1.2, aim: 1.1 },
    expectedStatus: 200,
    async prepare({ clientOf }) {
      const client = await clientOf(reader);
      const cursor = await client.cursorAtDepth(path.replace('size=30', 'size=100'), depth);
      return cursor === null ? [] : [client.get(`${path}&cursor=${encodeURIComponent(cursor)}`)];
    },
  };
}
