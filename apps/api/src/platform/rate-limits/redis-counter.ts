import type { createRedisClient } from '../redis-client.ts';
import { toCount } from './counters.ts';
import type { Counter, Now, WindowRule } from './counters.ts';

type RedisClient = Awaited<ReturnType<typeof createRedisClient>>;

/** Changes nothing if the points are not available. A new window replaces one that has ended. */
const consumeScript = `
  local points, max, newEnd, now = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
  local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
  local endsAt = redis.call('HGET', KEYS[1], 'endsAt') or '0'
  if tonumber(endsAt) <= now then used, endsAt = 0, newEnd end
  if used + points > max then return {0, used, tonumber(endsAt)} end
  redis.call('HSET', KEYS[1], 'used', used + points, 'endsAt', endsAt)
  redis.call('PEXPIRE', KEYS[1], tonumber(endsAt) - now)
  return {1, used + points, tonumber(endsAt)}`;

const refundScript = `
  if redis.call('HGET', KEYS[1], 'endsAt') == ARGV[2] then
    redis.call('HINCRBY', KEYS[1], 'used', -tonumber(ARGV[1]))
  end`;

/** Counts in Redis, for all servers. */
export function createRedisCounter(
  opening: Promise<RedisClient>,
  prefix: string,
  rule: WindowRule,
  now: Now,
): Counter {
  return {
    async consume(key, points) {
      const client = await opening;
      const keys = [`${prefix}:${key}`];
      const time = now();
      const values = [points, rule.max, time + rule.seconds * 1000, time];
      const reply = await client.eval(consumeScript, { keys, arguments: values.map(String) });
      // The script returns three integers.
      const [granted, used, endsAt] = reply as [number, number, number];
      return toCount({ isGranted: granted === 1, used, endsAt }, rule, (windowEnd) =>
        client.eval(refundScript, { keys, arguments: [String(points), String(windowEnd)] }),
      );
    },
  };
}
