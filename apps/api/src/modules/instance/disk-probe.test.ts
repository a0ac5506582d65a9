import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDiskProbe } from './disk-probe.ts';

const folder = { name: 'error.label.dataDirectory', directory: '/nowhere' } as const;
const diskFull = Object.assign(new Error('disk full'), { code: 'ENOSPC' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Checks once, and lets the time pass that the check may take. */
async function check(probe: ReturnType<typeof createDiskProbe>, ms = 3000) {
  const result = probe();
  await vi.advanceTimersByTimeAsync(ms);
  return result;
}

it('stays ready while one write of a busy server takes several seconds', async () => {
  const write = () => new Promise<void>((resolve) => setTimeout(resolve, 10_000));
  const probe = createDiskProbe([folder], write);
  for (let checks = 0; checks < 6; checks += 1) expect(await check(probe)).toBeNull();
});

it('reports a stuck disk, not rejected writes, after several checks without a response', async () => {
  const write = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
  const probe = createDiskProbe([folder], write);
  expect(await check(probe)).toBeNull();
  for (let checks = 0; checks < 5; checks += 1) await check(probe);
  expect(await check(probe)).toEqual({ kind: 'stuck', name: folder.name });
  expect(write).toHaveBeenCalledTimes(1);
});

it('does not report a stuck disk at the first check after a long pause of the process', async () => {
  const probe = createDiskProbe([folder], () => new Promise<void>(() => undefined));
  await check(probe);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await check(probe)).toBeNull();
});

it('reports an error of the file system after the second attempt only', async () => {
  const write = vi.fn<() => Promise<void>>(() => Promise.resolve()).mockRejectedValueOnce(diskFull);
  const probe = createDiskProbe([folder], write);
  expect(await check(probe)).toBeNull();
  write.mockRejectedValue(diskFull);
  expect(await check(probe)).toEqual({ kind: 'rejected', name: folder.name, cause: diskFull });
  write.mockResolvedValue();
  expect(await check(probe)).toBeNull();
});
