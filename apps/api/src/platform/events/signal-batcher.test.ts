import { describe, expect, it, vi } from 'vitest';
import type { Signal } from './bus.ts';
import { createSignalBatcher } from './signal-batcher.ts';
import { decodeSignalBatch, encodeSignalBatch } from './signal-batch.ts';

type Send = (signals: readonly Signal[], isAfterGap: boolean) => Promise<void>;

const messageSignal = (...userIds: string[]): Signal => ({ kind: 'message', userIds });
const onFailure = vi.fn<(error: unknown) => void>();

describe('a signal batcher', () => {
  it('sends the first signal immediately and the following ones as one batch without duplicates', async () => {
    const send = vi.fn<Send>(() => Promise.resolve());
    const batcher = createSignalBatcher({ send, onFailure });
    batcher.add({ kind: 'feed' });
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    for (const id of ['a', 'b', 'a']) {
      batcher.add(messageSignal(id));
      batcher.add({ kind: 'feed' });
    }
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(send.mock.calls[1]).toEqual([[messageSignal('a', 'b'), { kind: 'feed' }], false]);
    await batcher.stop();
  });

  it('reports an outage once and announces a gap after it', async () => {
    const send = vi.fn<Send>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
    const batcher = createSignalBatcher({ send, onFailure });
    batcher.add(messageSignal('a'));
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), { timeout: 5000 });
    expect(onFailure).toHaveBeenCalledOnce();
    expect(send.mock.calls[1]).toEqual([[], true]);
    batcher.add(messageSignal('b'));
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
    expect(send.mock.calls[2]).toEqual([[messageSignal('b')], false]);
    await batcher.stop();
  });

  it('drops pending signals above the limit and announces a gap', async () => {
    const send = vi.fn<Send>(() => Promise.resolve());
    const batcher = createSignalBatcher({ send, onFailure });
    for (let index = 0; index < 1500; index += 1) batcher.add(messageSignal(String(index)));
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(send.mock.calls[0]?.[1]).toBe(true);
    await batcher.stop();
  });

  it('sends pending signals before it stops', async () => {
    const send = vi.fn<Send>(() => Promise.resolve());
    const batcher = createSignalBatcher({ send, onFailure });
    batcher.add(messageSignal('a'));
    await batcher.stop();
    expect(send.mock.calls).toEqual([[[messageSignal('a')], false]]);
    batcher.add(messageSignal('b'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(send).toHaveBeenCalledOnce();
  });

  it('makes one attempt to send pending signals when it stops', async () => {
    const send = vi.fn<Send>(() => Promise.reject(new Error('away')));
    const batcher = createSignalBatcher({ send, onFailure });
    batcher.add(messageSignal('a'));
    await batcher.stop();
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('a signal batch', () => {
  const from = crypto.randomUUID();
  const traceParents = Array.from({ length: 8 }, () => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);

  it('is decoded unchanged from payloads small enough for PostgreSQL', () => {
    const userIds = Array.from({ length: 1000 }, () => crypto.randomUUID());
    const signals: Signal[] = [messageSignal(...userIds), { kind: 'feed' }];
    const payloads = encodeSignalBatch({
      from,
      signals,
      isAfterGap: true,
      traceParents,
    });
    expect(Math.max(...payloads.map((text) => Buffer.byteLength(text)))).toBeLessThan(8000);
    const batches = payloads.map(decodeSignalBatch);
    expect(batches.map((batch) => batch?.isAfterGap)).toEqual(
      payloads.map((_, index) => index === 0),
    );
    expect(batches[0]?.traceParents).toEqual(traceParents);
    const decoded = batches.flatMap((batch) => batch?.signals ?? []);
    expect(decoded.flatMap((signal) => (signal.kind === 'message' ? signal.userIds : []))).toEqual(
      userIds,
    );
    expect(decoded.at(-1)).toEqual({ kind: 'feed' });
  });

  it('can consist of a gap without signals', () => {
    const [payload = ''] = encodeSignalBatch({
      from,
      signals: [],
      isAfterGap: true,
      traceParents: [],
    });
    expect(decodeSignalBatch(payload)).toEqual({
      from,
      signals: [],
      isAfterGap: true,
      traceParents: [],
    });
  });

  it('is decoded without signals of unknown kinds, and invalid payloads are ignored', () => {
    const signals = [{ kind: 'news' }, { kind: 'feed' }, { kind: 'typing', userId: 1 }];
    const payload = JSON.stringify({ from, isAfterGap: false, signals });
    expect(decodeSignalBatch(payload)?.signals).toEqual([{ kind: 'feed' }]);
    for (const text of ['', 'x', '{}', '[]', 'null']) expect(decodeSignalBatch(text)).toBeNull();
  });
});
