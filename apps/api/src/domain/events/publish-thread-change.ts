import type { Bus, ThreadSignal } from '../../platform/events/bus.ts';

type Change = Pick<ThreadSignal, 'change' | 'threadId' | 'actorId'> &
  Partial<Pick<ThreadSignal, 'key' | 'rootId' | 'audience'>>;

/** Publishes, after the commit, that a thread was published, edited or deleted. */
export function publishThreadChange(bus: Pick<Bus, 'publish'>, change: Change): void {
  bus.publish({
    kind: 'thread',
    key: change.threadId,
    rootId: null,
    audience: 'public',
    ...change,
  });
}
