import { streamEventSchemas } from '@skein/contracts/realtime';
import { audiences } from '@skein/contracts/constants';
import { z } from 'zod';
import type { Signal } from './bus.ts';

/** Signals that one server process sends to the others. */
export interface SignalBatch {
  /** The id of the sending process. */
  from: string;
  signals: readonly Signal[];
  /** Earlier signals of the sender were lost. */
  isAfterGap: boolean;
  /** The traces that caused the signals; empty without tracing. */
  traceParents: readonly string[];
}

/** PostgreSQL limits NOTIFY payloads to less than 8000 bytes. */
const payloadMaxLength = 7900;
const idsPerSignal = 100;

const id = z.string();
const ids = z.array(id);
const signalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), userIds: ids }),
  z.object({
    kind: z.literal('read'),
    conversationId: id,
    readerId: id,
    upTo: id,
    userIds: ids,
  }),
  z.object({ kind: z.literal('message-changed'), conversationId: id, messageId: id, userIds: ids }),
  z.object({ kind: z.literal('message-deleted'), conversationId: id, messageId: id, userIds: ids }),
  z.object({ kind: z.literal('typing'), conversationId: id, userId: id, userIds: ids }),
  z.object({ kind: z.literal('conversation'), conversationId: id, userIds: ids }),
  z.object({ kind: z.literal('draft'), conversationId: id, userId: id, revision: z.number() }),
  z.object({ kind: z.literal('announcement-dismissed'), userId: id }),
  z.object({
    kind: z.literal('engagement'),
    userId: id,
    threadId: id,
    change: streamEventSchemas.engagement.shape.change,
  }),
  z.object({ kind: z.literal('notification'), userIds: ids }),
  z.object({ kind: z.literal('written'), users: ids, position: z.number() }),
  z.object({ kind: z.literal('feed') }),
  z.object({
    kind: z.literal('thread'),
    change: z.enum(['published', 'edited', 'converted', 'deleted']),
    key: id,
    threadId: id,
    actorId: id,
    rootId: id.nullable(),
    audience: z.enum(audiences),
  }),
  z.object({ kind: z.literal('streams'), userId: id, server: id, streamIds: ids }),
  z.object({ kind: z.literal('alive'), server: id }),
]) satisfies z.ZodType<Signal>;

const batchSchema = z.object({
  from: id,
  isAfterGap: z.boolean(),
  signals: z.array(z.unknown()),
  // Missing without tracing.
  traceParents: z.array(z.string()).default([]),
});

/** Splits a batch into payloads that fit into a NOTIFY. Ids are ASCII, so characters count as bytes. */
export function encodeSignalBatch(batch: SignalBatch): string[] {
  const { from, signals, isAfterGap, traceParents } = batch;
  const traces = traceParents.length > 0 ? `"traceParents":${JSON.stringify(traceParents)},` : '';
  const head = `{"from":${JSON.stringify(from)},${traces}"isAfterGap":`;
  const payloads: string[] = [];
  let body = '';
  for (const signal of signals.flatMap(splitLong)) {
    const text = JSON.stringify(signal);
    if (head.length + body.length + text.length > payloadMaxLength) {
      payloads.push(body);
      body = '';
    }
    body += body === '' ? text : `,${text}`;
  }
  if (body !== '' || isAfterGap) payloads.push(body);
  return payloads.map(
    (text, index) => `${head}${String(isAfterGap && index === 0)},"signals":[${text}]}`,
  );
}

/** Returns null for anything else than a batch. Skips unknown signals, which newer versions may send. */
export function decodeSignalBatch(payload: string): SignalBatch | null {
  const { data } = batchSchema.safeParse(parseJson(payload));
  if (data === undefined) return null;
  const signals = data.signals.flatMap((signal) => signalSchema.safeParse(signal).data ?? []);
  return { ...data, signals };
}

function splitLong(signal: Signal): Signal[] {
  if (!('userIds' in signal)) return [signal];
  const parts: Signal[] = [];
  for (let start = 0; start < signal.userIds.length; start += idsPerSignal) {
    parts.push({ ...signal, userIds: signal.userIds.slice(start, start + idsPerSignal) });
  }
  return parts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
