import { beforeEach, expect, test } from 'vitest';
import type { ImageFacts } from './inspect-image.ts';
import type { RenderedImage } from './render-image.ts';
import { takeTurns } from './render-in-turn.ts';

const plan = { isAnimated: false, sideMaxPx: 2048, variantWidths: [320] };
const image: RenderedImage = {
  largest: { width: 1, height: 1, content: new Uint8Array() },
  variants: [],
  blurhash: '',
};
const small: ImageFacts = { decoder: 'jpeg', pixels: 1e6, frames: 1, decodeBytes: 1e6 };
const bulky: ImageFacts = { decoder: 'heif', pixels: 4e7, frames: 1, decodeBytes: 1e9 };

/** What was begun and has not ended, in the order it began; each ends when the test says so. */
let atWork: { name: string; end: () => void; fail: () => void }[];
let render: (name: string, facts: ImageFacts) => Promise<RenderedImage>;

function begin(name: string): Promise<RenderedImage> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedImage>();
  const work = { name, end: () => resolve(image), fail: () => reject(new Error(name)) };
  atWork.push(work);
  return promise.finally(() => atWork.splice(atWork.indexOf(work), 1));
}

beforeEach(() => {
  atWork = [];
  const renderInTurn = takeTurns({
    inProcess: begin,
    inChild: (name) => begin(`${name} in a child`),
  });
  render = (name, facts) => renderInTurn({ userId: name.slice(0, 1), path: name, facts, plan });
});

/** The names of what is at work once all that can begin has begun. */
async function namesAtWork(): Promise<string[]> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  return atWork.map(({ name }) => name);
}

test('two pictures at most are worked on at once', async () => {
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => render(name, small)));
  expect(await namesAtWork()).toEqual(['a', 'b']);
  atWork[1]?.end();
  expect(await namesAtWork()).toEqual(['a', 'c']);
  atWork[0]?.end();
  expect(await namesAtWork()).toEqual(['c', 'd']);
  for (const { end } of atWork) end();
  expect(await all).toEqual([image, image, image, image]);
});

test('of those that take a lot of memory one at most, in a process of its own', async () => {
  const all = ['a', 'b'].map((name) => render(name, bulky));
  expect(await namesAtWork()).toEqual(['a in a child']);
  all.push(render('c', small));
  expect(await namesAtWork()).toEqual(['a in a child', 'c']);
  atWork[0]?.end();
  expect(await namesAtWork()).toEqual(['c', 'b in a child']);
  for (const { end } of atWork) end();
  expect(await Promise.all(all)).toEqual([image, image, image]);
});

test('a failure gives its turn to the next', async () => {
  const results = Promise.allSettled(['a', 'b', 'c'].map((name) => render(name, small)));
  expect(await namesAtWork()).toEqual(['a', 'b']);
  atWork[0]?.fail();
  expect(await namesAtWork()).toEqual(['b', 'c']);
  for (const { end } of atWork) end();
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});
