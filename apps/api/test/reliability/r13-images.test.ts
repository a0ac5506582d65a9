import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { sampleImage, sparseGif } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

/** An animation of 707 pixels has the maximum size: 100 megapixels in all frames. */
const animationSide = Number(process.env['ANIMATION_SIDE'] ?? 360);
const animationMegapixels = Math.ceil((animationSide ** 2 * 200) / 1e6);
const animations = 3;

let api: TestApi;
let attacker: User;
let other: User;
let animation: Buffer;
let smallImage: Buffer;

beforeAll(async () => {
  const rateLimitRules = readRateLimits({
    RATE_LIMIT_FACTOR: '1',
    // Enough for two posts of animations and a tenth of another.
    RATE_LIMIT_IMAGES: `${Math.floor(2.1 * animations * animationMegapixels)}/1800s`,
  });
  api = await startTestApi({ settings: { rateLimitRules } });
  animation = sparseGif({ side: animationSide, frames: 200 });
  smallImage = await sampleImage(32, 32).png().toBuffer();
});

beforeEach(async () => {
  attacker = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

async function post(as: User, files: readonly Buffer[]) {
  const form = api.request.post('/api/threads/multiple-media').set(as.auth);
  for (const file of files) void form.attach('media', file, 'a');
  const response = await form.field('content', 'Pictures');
  return { response, status: response.status, endedAt: performance.now() };
}

const listAnimations = () => Array.from({ length: animations }, () => animation);

it('processes a small image before animations that another user sent earlier', async () => {
  await post(other, [smallImage]);
  const attacks = [1, 2, 3].map(() => post(attacker, listAnimations()));
  await expect.poll(() => api.listUploads(), { interval: 5 }).toHaveLength(2 * animations);
  const otherUsersPost = await post(other, [smallImage]);
  const results = await Promise.all(attacks);
  expect(otherUsersPost.status).toBe(201);
  // Two of three concurrent uploads are received.
  const received = results.filter(({ status }) => status === 201);
  expect(received).toHaveLength(2);
  for (const { endedAt } of received) expect(endedAt).toBeGreaterThan(otherUsersPost.endedAt);
});

it('counts images against the limit by their pixels in all frames', async () => {
  for (const turn of [1, 2]) {
    expect({ turn, status: (await post(attacker, listAnimations())).status }).toEqual({
      turn,
      status: 201,
    });
  }
  const before = await api.listFiles();
  const { response: rejected } = await post(attacker, listAnimations());
  expectError(rejected, 'rate_limited');
  expect(rejected.headers['ratelimit-policy']).toMatch(/^"images";/);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(1000);
  expect(await api.listFiles()).toEqual(before);
  // A rejected upload does not count.
  expect((await post(attacker, [smallImage])).status).toBe(201);
  expect((await post(other, [animation])).status).toBe(201);
});
