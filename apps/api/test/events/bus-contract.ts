import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bus, Signal } from '../../src/platform/events/bus.ts';

export interface BusSetting {
  /** Two servers' buses, which hear each other; one and the same where there is one server alone. */
  open(): Promise<[Bus, Bus]>;
  close(): Promise<void>;
}

const poke = (...userIds: string[]): Signal => ({ kind: 'message', userIds });

/** Within the time that a slow machine takes. */
export const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

export function listenTo(bus: Bus) {
  const heard: Signal[] = [];
  const onGapEnded = vi.fn<() => void>();
  const end = bus.subscribe({ onSignal: (signal) => void heard.push(signal), onGapEnded });
  const usersTold = () =>
    new Set(heard.flatMap((signal) => (signal.kind === 'message' ? signal.userIds : [])));
  return { heard, onGapEnded, end, usersTold };
}

/** What every bus does, whatever carries it. */
export function busContract(setting: BusSetting): void {
  let buses: [Bus, Bus];

  beforeEach(async () => {
    buses = await setting.open();
  });

  afterEach(async () => {
    await Promise.all(new Set(buses).values().map((bus) => bus.stop()));
    await setting.close();
  });

  it('tells all servers, the sender among them, each once', async () => {
    const [first, second] = buses.map(listenTo);
    const signals: Signal[] = [
      poke('a'),
      { kind: 'read', readerId: 'a', partnerId: 'b', upTo: 'm' },
      { kind: 'message-deleted', messageId: 'm', senderId: 'a', receiverId: 'b' },
      { kind: 'typing', userId: 'a', partnerId: 'b' },
      { kind: 'conversation', userId: 'a', partnerId: 'b' },
      { kind: 'notification', userIds: ['a'] },
      { kind: 'feed' },
      { kind: 'streams', userId: 'a', server: 's', streamIds: ['1'] },
      { kind: 'alive', server: 's' },
    ];
    for (const signal of signals) buses[0].publish(signal);
    const inAnyOrder = (heard: Signal[] | undefined) =>
      (heard ?? []).toSorted((a, b) => a.kind.localeCompare(b.kind));
    for (const listener of [first, second]) {
      await soon(() => expect(inAnyOrder(listener?.heard)).toEqual(inAnyOrder(signals)));
    }
  });

  it('never calls its listeners before publishing is over', async () => {
    const listener = listenTo(buses[0]);
    buses[0].publish(poke('a'));
    expect(listener.heard).toEqual([]);
    await soon(() => expect(listener.heard).toHaveLength(1));
  });

  it('names everybody of many, however long the list', async () => {
    const listener = listenTo(buses[1]);
    const ids = Array.from({ length: 950 }, () => crypto.randomUUID());
    for (const id of ids) buses[0].publish(poke(id));
    await soon(() => expect(listener.usersTold()).toEqual(new Set(ids)));
    const more = Array.from({ length: 500 }, () => crypto.randomUUID());
    buses[0].publish(poke(...more));
    await soon(() => expect(listener.usersTold()).toEqual(new Set([...ids, ...more])));
  });

  it('tells nobody who has stopped to listen', async () => {
    const [gone, staying] = [listenTo(buses[1]), listenTo(buses[1])];
    gone.end();
    buses[0].publish(poke('a'));
    await soon(() => expect(staying.heard).toHaveLength(1));
    expect(gone.heard).toEqual([]);
  });
}
