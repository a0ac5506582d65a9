import { expect, it } from 'vitest';
import { aThread, aThreadPage } from '../../../testing/threads.ts';
import { currentStats, withInitialStats } from './my-thread-stats.ts';

const liked = aThread({ likesCount: 2 });
const hidden = aThread({ replyPermission: 'FOLLOWERS', likesCount: 1 });
const stats = { totalPosts: 250, publicPosts: 200, privatePosts: 50, totalLikes: 900 };
const page = withInitialStats({ ...aThreadPage([liked, hidden]), stats });

it('returns the totals of the server for unchanged threads', () => {
  expect(currentStats([page])).toEqual(stats);
  expect(currentStats([])).toBeUndefined();
});

it('adds a like', () => {
  const content = [{ ...liked, likesCount: 3 }, hidden];
  expect(currentStats([{ ...page, content }])).toEqual({ ...stats, totalLikes: 901 });
});

it('subtracts a deleted thread on any page', () => {
  const further = withInitialStats({ ...aThreadPage([hidden]), stats });
  expect(currentStats([page, { ...further, content: [] }])).toEqual({
    totalPosts: 249,
    publicPosts: 200,
    privatePosts: 49,
    totalLikes: 899,
  });
});

it('adds a new post', () => {
  const content = [aThread(), ...page.content];
  expect(currentStats([{ ...page, content }])).toMatchObject({
    totalPosts: 251,
    publicPosts: 201,
  });
});
