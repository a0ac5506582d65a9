import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bus, Signal } from '../../src/platform/events/bus.ts';

export interface BusSetup {
  /** The connected buses of two servers, or the same bus twice for a single server. */
  open(): Promise<[Bus, Bus]>;
  close(): Promise<void>;
}

const messageSignal = (...userIds: string[]): Signal => ({ kind: 'message', userIds });

/** Waits long enough for a slow machine. */
export const eventually = (check: () => void) =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 });

export function listenTo(bus: Bus) {
  const received: Signal[] = [];
  const onGapEnded = vi.fn<() => void>();
  const unsubscribe = bus.subscribe({
    onSignal: (signal) => void received.push(signal),
    onGapEnded,
  });
  const receivedUserIds = () =>
    new Set(received.flatMap((signal) => (signal.kind === 'message' ? signal.userIds : [])));
  return { received, onGapEnded, unsubscribe, receivedUserIds };
}

/** Tests that a bus with any relay must pass. */
export function busContract(setup: BusSetup): void {
  let buses: [Bus, Bus];

  beforeEach(async () => {
    buses = await setup.open();
  });

  afterEach(async () => {
    await Promise.all(new Set(buses).values().map((bus) => bus.stop()));
    await setup.close();
  });

  it('delivers each signal once to all servers, including the publisher', async () => {
    const [first, second] = buses.map(listenTo);
    const signals: Signal[] = [
      messageSignal('a'),
      { kind: 'read', conversationId: 'c', readerId: 'a', upTo: 'm', userIds: ['a', 'b'] },
      { kind: 'message-deleted', conversationId: 'c', messageId: 'm', userIds: ['a', 'b'] },
      { kind: 'message-changed', conversationId: 'c', messageId: 'm', userIds: ['a', 'b'] },
      { kind: 'typing', conversationId: 'c', userId: 'a', userIds: ['b'] },
      { kind: 'conversation', conversationId: 'c', userIds: ['a'] },
      { kind: 'draft', conversationId: 'c', userId: 'a', revision: 1 },
      { kind: 'notification', userIds: ['a'] },
      { kind: 'feed' },
      { kind: 'streams', userId: 'a', server: 's', streamIds: ['1'] },
      { kind: 'alive', server: 's' },
    ];
    for (const signal of signals) buses[0].publish(signal);
    const sortByKind = (unsorted: Signal[] | undefined) =>
      (unsorted ?? []).toSorted((a, b) => a.kind.localeCompare(b.kind));
    for (const listener of [first, second]) {
      await eventually(() => expect(sortByKind(listener?.received)).toEqual(sortByKind(signals)));
    }
  });

  it('calls its listeners only after publish has returned', async () => {
    const listener = listenTo(buses[0]);
    buses[0].publish(messageSignal('a'));
    expect(listener.received).toEqual([]);
    await eventually(() => expect(listener.received).toHaveLength(1));
  });

  it('delivers all user ids of a list longer than one payload', async () => {
    const listener = listenTo(buses[1]);
    const ids = Array.from({ length: 950 }, () => crypto.randomUUID());
    for (const id of ids) buses[0].publish(messageSignal(id));
    await eventually(() => expect(listener.receivedUserIds()).toEqual(new Set(ids)));
    const more = Array.from({ length: 500 }, () => crypto.randomUUID());
    buses[0].publish(messageSignal(...more));
    await eventually(() => expect(listener.receivedUserIds()).toEqual(new Set([...ids, ...more])));
  });

  it('delivers nothing to a listener that has unsubscribed', async () => {
    const [unsubscribed, subscribed] = [listenTo(buses[1]), listenTo(buses[1])];
    unsubscribed.unsubscribe();
    buses[0].publish(messageSignal('a'));
    await eventually(() => expect(subscribed.received).toHaveLength(1));
    expect(unsubscribed.received).toEqual([]);
  });
}
