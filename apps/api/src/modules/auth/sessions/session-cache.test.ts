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

describe('the session cache', () => {
  it('caches nothing before it is enabled', async () => {
    const { cache, load } = setUp();
    await cache.get('a', load);
    await cache.get('a', load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('caches a session for thirty seconds', async () => {
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

  it('loads a session that does not exist each time', async () => {
    const { cache, load } = setUp();
    cache.enable();
    load.mockResolvedValue(null);
    await cache.get('a', load);
    expect(await cache.get('a', load)).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('removes a session when it ends, even while it is being loaded', async () => {
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

  it('removes all sessions when it is disabled', async () => {
    const { cache, load } = setUp();
    cache.enable();
    await cache.get('a', load);
    cache.disable();
    cache.enable();
    await cache.get('a', load);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
