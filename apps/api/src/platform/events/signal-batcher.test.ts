import { describe, expect, it, vi } from 'vitest';
import type { Signal } from './bus.ts';
import { createSignalBatcher } from './signal-batcher.ts';
import { decodeSignalBatch, encodeSignalBatch } from './signal-batch.ts';

type Send = (signals: readonly Signal[], isAfterGap: boolean) => Promise<void>;

const poke = (...userIds: string[]): Signal => ({ kind: 'message', userIds });
const onFailure = vi.fn<(error: unknown) => void>();

describe('an outbox', () => {
  it('sends the first at once, and what follows together, each once', async () => {
    const send = vi.fn<Send>(() => Promise.resolve());
    const outbox = createSignalBatcher({ send, onFailure });
    outbox.add({ kind: 'feed' });
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    for (const id of ['a', 'b', 'a']) {
      outbox.add(poke(id));
      outbox.add({ kind: 'feed' });
    }
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(send.mock.calls[1]).toEqual([[poke('a', 'b'), { kind: 'feed' }], false]);
    outbox.stop();
  });

  it('says once that it fails, and that there was a gap as soon as it works again', async () => {
    const send = vi.fn<Send>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
    const outbox = createSignalBatcher({ send, onFailure });
    outbox.add(poke('a'));
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), { timeout: 5000 });
    expect(onFailure).toHaveBeenCalledOnce();
    expect(send.mock.calls[1]).toEqual([[], true]);
    outbox.add(poke('b'));
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
    expect(send.mock.calls[2]).toEqual([[poke('b')], false]);
    outbox.stop();
  });

  it('has everybody looked after anew rather than keep without end', async () => {
    const send = vi.fn<Send>(() => Promise.resolve());
    const outbox = createSignalBatcher({ send, onFailure });
    for (let index = 0; index < 1500; index += 1) outbox.add(poke(String(index)));
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(send.mock.calls[0]?.[1]).toBe(true);
    outbox.stop();
  });
});

describe('a bulletin', () => {
  const from = crypto.randomUUID();

  it('comes back as it was, in texts that PostgreSQL carries', () => {
    const userIds = Array.from({ length: 1000 }, () => crypto.randomUUID());
    const signals: Signal[] = [poke(...userIds), { kind: 'feed' }];
    const payloads = encodeSignalBatch({ from, signals, isAfterGap: true });
    expect(Math.max(...payloads.map((text) => Buffer.byteLength(text)))).toBeLessThan(8000);
    const bulletins = payloads.map(decodeSignalBatch);
    expect(bulletins.map((bulletin) => bulletin?.isAfterGap)).toEqual(
      payloads.map((_, index) => index === 0),
    );
    const told = bulletins.flatMap((bulletin) => bulletin?.signals ?? []);
    expect(told.flatMap((signal) => (signal.kind === 'message' ? signal.userIds : []))).toEqual(
      userIds,
    );
    expect(told.at(-1)).toEqual({ kind: 'feed' });
  });

  it('can tell of a gap alone', () => {
    const [payload = ''] = encodeSignalBatch({ from, signals: [], isAfterGap: true });
    expect(decodeSignalBatch(payload)).toEqual({ from, signals: [], isAfterGap: true });
  });

  it('is read without what it holds of newer versions, and nothing else is read at all', () => {
    const signals = [{ kind: 'news' }, { kind: 'feed' }, { kind: 'typing', userId: 1 }];
    const payload = JSON.stringify({ from, isAfterGap: false, signals });
    expect(decodeSignalBatch(payload)?.signals).toEqual([{ kind: 'feed' }]);
    for (const text of ['', 'x', '{}', '[]', 'null']) expect(decodeSignalBatch(text)).toBeNull();
  });
});
