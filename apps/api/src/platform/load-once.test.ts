import { expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

it('caches a loaded value and repeats a failed load', async () => {
  const load = vi
    .fn<() => Promise<string>>(async () => 'content')
    .mockRejectedValueOnce(new Error('EMFILE'));
  const read = loadOnce(load);
  await expect(read()).rejects.toThrow('EMFILE');
  expect(await Promise.all([read(), read()])).toEqual(['content', 'content']);
  expect(await read()).toBe('content');
  expect(load).toHaveBeenCalledTimes(2);
});
