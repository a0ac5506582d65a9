import assert from 'node:assert/strict';
import { readWorkload, type Case } from './case.ts';
import { followingCase } from './feeds.ts';
import { conversationCase, repliesCase } from './reads.ts';
import { plainCreateCase } from './writes.ts';

/** Users and threads with far more rows than usual; small seeds have smaller ones or none. */
export const largeCases: readonly Case[] = [
  followingCase('following-5000', 'Following feed, 5,000 followees', {
    readers: (stage) =>
      stage.signInWhere('WHERE following_count >= 2500 ORDER BY following_count DESC, id LIMIT 1'),
  }),
  {
    name: 'followers-100000',
    title: 'Profile of an author with the most followers',
    async prepare(stage) {
      const [author] = await stage.query<{ username: string; followers: number }>(
        `SELECT username, followers_count AS followers FROM users
         ORDER BY followers_count DESC, id LIMIT 1`,
      );
      if (author === undefined) return undefined;
      return readWorkload(
        await stage.readers(),
        ({ client }) => client.get(`/api/users/${author.username}`),
        (body) => {
          const profile = body as { username: string; followersCount: number };
          assert.equal(profile.username, author.username);
          assert(profile.followersCount >= author.followers / 2, 'followers are missing');
        },
      );
    },
  },
  repliesCase('replies-10000', 'A page of 100 replies of a thread with 10,000', {
    fewest: 5000,
  }),
  conversationCase('conversation-100000', 'A conversation of 100,000 messages', {
    condition: 'c.last_seq >= 50000',
  }),
  plainCreateCase('create-100000', 'Publish a thread as the author with the most followers', {
    authors: (stage) =>
      stage.signInWhere('WHERE NOT is_private ORDER BY followers_count DESC, id LIMIT 1'),
  }),
];
