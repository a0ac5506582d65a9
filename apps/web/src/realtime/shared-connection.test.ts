import { describe, expect, it } from 'vitest';
import { aChatMessage } from '../testing/chat.ts';
import { createStreamEmitter } from './stream-emitter.ts';
import type { StreamEnvelope } from './open-stream.ts';
import { shareConnection } from './shared-connection.ts';
import type { Connect, BrowserApis } from './shared-connection.ts';

const aMessage = (id: string) =>
  aChatMessage({ id, content: `message ${id}`, createdAt: '2026-11-21T08:00:00.000Z' });

const envelope = (id: string): StreamEnvelope => ({
  kind: 'event',
  name: 'message',
  event: aMessage(id),
  id,
});

/** Fake browser APIs: locks, and broadcast channels, which reach all other tabs. */
function aBrowser() {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const next = () => {
    isHeld = false;
    waiting.shift()?.();
  };
  const request = async (
    _name: string,
    { signal }: LockOptions,
    callback: () => Promise<void> | undefined,
  ) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    isHeld = true;
    if (signal?.aborted !== true) await callback();
    next();
  };
  const channels = new Set<EventTarget>();
  const openChannel = () => {
    const channel = Object.assign(new EventTarget(), {
      postMessage: (data: unknown) => {
        for (const other of channels) {
          if (other === channel) continue;
          queueMicrotask(() =>
            other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })),
          );
        }
      },
      close: () => channels.delete(channel),
    });
    channels.add(channel);
    return channel;
  };
  // The object has only the members that the app uses.
  return { locks: { request }, openChannel } as unknown as BrowserApis;
}

type Leading = Parameters<Connect>[0];

function openTab(apis: BrowserApis) {
  const emitter = createStreamEmitter();
  const got: string[] = [];
  const states: string[] = [];
  const signs: string[] = [];
  emitter.on('message', ({ id }) => got.push(id));
  emitter.on('reset', () => got.push('reset'));
  emitter.onState((state) => states.push(state));
  const connections: { tab: Leading; from: string | null; isOpen: boolean }[] = [];
  const connect: Connect = (tab) => {
    const connection = { tab, from: tab.lastEventId(), isOpen: true };
    connections.push(connection);
    tab.onState('connecting');
    return {
      wake: (activity) => void signs.push(activity),
      end: () => {
        connection.isOpen = false;
      },
    };
  };
  const close = shareConnection('live:me', emitter, connect, apis);
  return { got, states, signs, connections, close, tab: () => connections[0]?.tab };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('tabs', () => {
  it('share the connection of one of them', async () => {
    const browser = aBrowser();
    const first = openTab(browser);
    const second = openTab(browser);
    await settle();
    first.tab()?.onState('open');
    first.tab()?.onEvent(envelope('1'));
    await settle();
    expect(second.connections).toEqual([]);
    expect(first.got).toEqual(['reset', '1']);
    expect(second.got).toEqual(['reset', '1']);
    expect(second.states).toEqual(['closed', 'connecting', 'open']);
  });

  it('pass the connection on, and continue after the last message that the next tab has received', async () => {
    const browser = aBrowser();
    const first = openTab(browser);
    const second = openTab(browser);
    const third = openTab(browser);
    await settle();
    first.tab()?.onState('open');
    first.tab()?.onEvent(envelope('1'));
    await settle();
    first.close();
    await settle();
    expect(first.connections[0]?.isOpen).toBe(false);
    expect(second.connections.map(({ from }) => from)).toEqual(['1']);
    expect(third.connections).toEqual([]);
    second.tab()?.onState('open');
    // Events that the first tab has already forwarded may be repeated.
    second.tab()?.onEvent(envelope('1'));
    second.tab()?.onEvent(envelope('2'));
    await settle();
    expect(second.got).toEqual(['reset', '1', '2']);
    expect(third.got).toEqual(['reset', '1', '2']);
  });

  it('reset if the last event is unknown', async () => {
    const browser = aBrowser();
    const first = openTab(browser);
    const second = openTab(browser);
    await settle();
    first.tab()?.onState('open');
    await settle();
    first.close();
    await settle();
    second.tab()?.onState('open');
    await settle();
    expect(second.got).toEqual(['reset', 'reset']);
  });

  it('get the current state when they are opened later', async () => {
    const browser = aBrowser();
    const first = openTab(browser);
    await settle();
    first.tab()?.onState('open');
    first.tab()?.onEvent(envelope('1'));
    const second = openTab(browser);
    await settle();
    expect(second.states).toEqual(['closed', 'open']);
    expect(second.got).toEqual(['reset']);
    // The other tab is not affected.
    expect(first.got).toEqual(['reset', '1']);
  });

  it('do not connect if they are closed before they get the lock', async () => {
    const browser = aBrowser();
    const first = openTab(browser);
    const second = openTab(browser);
    const third = openTab(browser);
    await settle();
    second.close();
    first.close();
    await settle();
    expect(second.connections).toEqual([]);
    expect(third.connections).toHaveLength(1);
  });

  it('forward user activity to the tab with the connection', async () => {
    const browser = aBrowser();
    const first = openTab(browser);
    const second = openTab(browser);
    await settle();
    first.tab()?.onState('open');
    await settle();
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('keydown'));
    await settle();
    // Both tabs observe the one window of this test, and the second forwards relevant activity.
    expect(first.signs).toEqual(['return', 'use', 'return']);
    first.tab()?.onState('closed');
    await settle();
    window.dispatchEvent(new Event('pointerdown'));
    await settle();
    expect(first.signs.slice(3)).toEqual(['use', 'use']);
    first.close();
    second.close();
  });

  it.each([
    ['locks', { locks: null }],
    ['channels', { openChannel: null }],
  ])('connect separately without %s', async (_missing, apis) => {
    const browser = { ...aBrowser(), ...apis };
    const first = openTab(browser);
    const second = openTab(browser);
    await settle();
    first.tab()?.onEvent(envelope('1'));
    await settle();
    expect(first.got).toEqual(['1']);
    expect(second.got).toEqual([]);
    expect(second.connections).toHaveLength(1);
  });

  it('connect separately if locks are blocked', async () => {
    const request = () => Promise.reject(new DOMException('No', 'SecurityError'));
    const tab = openTab({ ...aBrowser(), locks: { request } });
    await settle();
    expect(tab.connections).toHaveLength(1);
  });
});
