import { describe, expect, it, vi } from 'vitest';
import { createSessionCache } from './session-cache.ts';
import type { LiveSession } from './sessions.repository.ts';

const session: LiveSession = {
  id: 'a',
  userId: 'ada',
  kind: 'normal',
  expiresAt: new Date('2030-01-01'),
  lastSeenAt: new Date(0),
};

function setUp() {
  const clock = { time: 0, now: () => new Date(clock.time) };
  const load = vi.fn<() => Promise<LiveSession | null>>(() => Promise.resolve(session));
  return { clock, load, cache: createSessionCache(clock) };
}

describe('a session', () => {
  it('is not kept before the ends of sessions are heard of', async () => {
    const { cache, load } = setUp();
    await cache.get('a', load);
    await cache.get('a', load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is kept for thirty seconds', async () => {
    const { cache, load, clock } = setUp();
    cache.enable();
    await cache.get('a', load);
    clock.time = 29_999;
    expect(await cache.get('a', load)).toBe(session);
    expect(load).toHaveBeenCalledTimes(1);
    clock.time = 30_000;
    await cache.get('a', load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that does not exist is asked for each time', async () => {
    const { cache, load } = setUp();
    cache.enable();
    load.mockResolvedValue(null);
    await cache.get('a', load);
    expect(await cache.get('a', load)).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is forgotten when it ends, also while it is being read', async () => {
    const { cache, load } = setUp();
    cache.enable();
    await cache.get('a', load);
    cache.forget('a');
    const reading = cache.get('a', load);
    cache.forget('a');
    await reading;
    await cache.get('a', load);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is forgotten with all others when ends may go unheard', async () => {
    const { cache, load } = setUp();
    cache.enable();
    await cache.get('a', load);
    cache.disable();
    cache.enable();
    await cache.get('a', load);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
