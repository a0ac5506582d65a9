import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleImage } from '../../../../test/media/sample-images.ts';
import { inspectImage } from './inspect-image.ts';
import { renderInTurn } from './render-in-turn.ts';
import { sharp } from './sharp.ts';

const plan = { isAnimated: false, sideMaxPx: 2048, variantWidths: [320] };
let file: string;

beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'skein-turn-')), 'picture');
  await writeFile(file, await sampleImage(800, 600).jpeg().toBuffer());
});
afterAll(() => rm(path.dirname(file), { recursive: true }));

test('two pictures at most are worked on at once', async () => {
  const facts = await inspectImage(file);
  const atWork: number[] = [];
  const timer = setInterval(() => {
    const { queue, process } = sharp.counters();
    atWork.push(queue + process);
  }, 1);
  await Promise.all(Array.from({ length: 6 }, () => renderInTurn(file, facts, plan)));
  clearInterval(timer);
  expect(Math.max(...atWork)).toBe(2);
});

test('a failure gives its turn to the next', async () => {
  const facts = await inspectImage(file);
  const failures = Array.from({ length: 4 }, () => renderInTurn(`${file}-missing`, facts, plan));
  const results = await Promise.allSettled([...failures, renderInTurn(file, facts, plan)]);
  expect(results.map((result) => result.status)).toEqual([
    ...failures.map(() => 'rejected'),
    'fulfilled',
  ]);
});
