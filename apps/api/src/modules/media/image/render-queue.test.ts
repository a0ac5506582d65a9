import { beforeEach, expect, test } from 'vitest';
import type { ImageFacts } from './inspect-image.ts';
import type { RenderedImage } from './render-image.ts';
import { createRenderQueue } from './render-queue.ts';

const plan = { isAnimated: false, sideMaxPx: 2048, variantWidths: [320] };
const image: RenderedImage = {
  largest: { width: 1, height: 1, content: new Uint8Array() },
  variants: [],
  blurhash: '',
};
const still = { isHeic: false, frames: 1, width: 1000 };
const small: ImageFacts = {
  ...still,
  decoder: 'jpeg',
  height: 1000,
  pixels: 1e6,
  decodeBytes: 1e6,
};
const large: ImageFacts = {
  ...still,
  decoder: 'heif',
  height: 40_000,
  pixels: 4e7,
  decodeBytes: 1e9,
};

/** Running jobs in start order; each ends when the test ends it. */
let running: { name: string; end: () => void; fail: () => void }[];
let queue: ReturnType<typeof createRenderQueue>;
let render: (name: string, facts: ImageFacts) => Promise<RenderedImage>;

function start(name: string): Promise<RenderedImage> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedImage>();
  const work = { name, end: () => resolve(image), fail: () => reject(new Error(name)) };
  running.push(work);
  return promise.finally(() => running.splice(running.indexOf(work), 1));
}

beforeEach(() => {
  running = [];
  queue = createRenderQueue({
    inProcess: start,
    inChild: (name) => start(`${name} in a child`),
  });
  render = (name, facts) => queue({ userId: name.slice(0, 1), path: name, facts, plan });
});

/** The names of running jobs, after all that can start have started. */
async function listRunning(): Promise<string[]> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  return running.map(({ name }) => name);
}

test('renders at most two images at once', async () => {
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => render(name, small)));
  expect(await listRunning()).toEqual(['a', 'b']);
  running[1]?.end();
  expect(await listRunning()).toEqual(['a', 'c']);
  running[0]?.end();
  expect(await listRunning()).toEqual(['c', 'd']);
  for (const { end } of running) end();
  expect(await all).toEqual([image, image, image, image]);
});

test('renders at most one memory-intensive image at once, in a child process', async () => {
  const all = ['a', 'b'].map((name) => render(name, large));
  expect(await listRunning()).toEqual(['a in a child']);
  all.push(render('c', small));
  expect(await listRunning()).toEqual(['a in a child', 'c']);
  running[0]?.end();
  expect(await listRunning()).toEqual(['c', 'b in a child']);
  for (const { end } of running) end();
  expect(await Promise.all(all)).toEqual([image, image, image]);
});

test('renders the longest pictures in a child process, because their largest copy needs much memory', async () => {
  const facts = {
    ...small,
    width: 1080,
    height: 10_800,
    pixels: 1080 * 10_800,
    decodeBytes: 1080 * 10_800,
  };
  const [screenshot, photo] = ['a', 'b'].map((name, index) =>
    queue({
      userId: name,
      path: name,
      facts,
      plan: { ...plan, sideMaxPx: [10_800, 2048][index] ?? 0 },
    }),
  );
  expect(await listRunning()).toEqual(['a in a child', 'b']);
  for (const { end } of running) end();
  expect(await Promise.all([screenshot, photo])).toEqual([image, image]);
});

test('starts the next job after a failure', async () => {
  const results = Promise.allSettled(['a', 'b', 'c'].map((name) => render(name, small)));
  expect(await listRunning()).toEqual(['a', 'b']);
  running[0]?.fail();
  expect(await listRunning()).toEqual(['b', 'c']);
  for (const { end } of running) end();
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});
