import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src/platform/logger.ts';
import type { Tracing } from '../../src/platform/tracing.ts';
import { startTracing } from '../../src/server/tracing/open-telemetry.ts';
import { summarizeStatement } from '../../src/server/tracing/summarize-statement.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { openStream } from '../support/http/event-reader.ts';

const attributesSchema = z.array(
  z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }),
);
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: attributesSchema,
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The collector: receives spans by OTLP over HTTP. */
const received: unknown[] = [];
const collector = createServer((request, response) => {
  json(request).then(
    (body) => {
      const isAccepted = request.url === '/v1/traces';
      if (isAccepted) received.push(body);
      response.writeHead(isAccepted ? 200 : 400, { 'Content-Type': 'application/json' }).end('{}');
    },
    () => response.writeHead(400).end(),
  );
});

const lines: string[] = [];
const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${spanId}-01`;
let tracings: Tracing[];
let first: TestApi;
let second: TestApi;

// The address is a string only for Unix domain sockets.
const port = () => (collector.address() as AddressInfo).port;

const start = (serviceName: string, tracing: Partial<Parameters<typeof startTracing>[0]> = {}) => {
  return startTracing({
    endpoint: `http://127.0.0.1:${port()}/`,
    serviceName,
    sampler: 'parentbased_always_on',
    ratio: 1,
    version: '0.0.0-test',
    logger: createLogger({ level: 'silent' }),
    ...tracing,
  });
};

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  tracings = [start('first'), start('second')];
  const [tracing, otherTracing] = tracings;
  const relay = { kind: 'postgres' as const };
  const logger = createLogger({
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  });
  first = await startTestApi({ settings: { tracing, relay, logger, trustedProxies: 1 } });
  second = await startTestApi({
    databaseUrl: first.databaseUrl,
    settings: { tracing: otherTracing, relay },
  });
});

afterAll(async () => {
  await second.close();
  await first.close();
  collector.close();
});

it('records a request, its statements and its signals to another server without parameters', async () => {
  const [ada, ben] = [await createUser(first), await createUser(first)];
  const stream = await openStream({ port: second.port, headers: ben.auth });
  // After the first message, the other server has read the inbox, so that only the signal leads to the next read.
  const send = (text: string) =>
    first.request.post('/api/chat/send').set(ada.auth).send({ receiverId: ben.id, content: text });
  await send('an earlier message').expect(201);
  await stream.until('message');
  const content = 'the text of the message';
  await send(content).set({ traceparent }).expect(201);
  await stream.until('message', 2);
  await first.request.get('/api/health').expect(200);
  // This server has no proxy, whose headers it could trust.
  await second.request
    .get('/api/users/me')
    .set({ ...ben.auth, traceparent })
    .expect(200);
  await vi.waitFor(() => expect(lines.join('')).toContain(traceId));
  await Promise.all(tracings.map((tracing) => tracing.stop()));

  const spans = received.flatMap((body) =>
    exportSchema.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value;
      return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
    }),
  );
  const named = (name: string) => spans.filter((span) => span.name === name);
  const request = named('POST /api/chat/send').find((span) => span.traceId === traceId);
  expect(request).toMatchObject({ parentSpanId: spanId, kind: 2 });
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 201 },
  });
  const getChildren = (parent: string | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent).map(({ name }) => name);
  expect(getChildren(request?.spanId)).toEqual([
    'SELECT sessions',
    // The conversation with the membership of the sender.
    'SELECT conversations',
    // The automatic protection of strangers.
    'SELECT users',
    'INSERT messages',
    'SELECT pg_notify',
    'receive signals',
  ]);

  const signals = named('receive signals').find((span) => span.traceId === traceId);
  expect(signals?.service).toEqual({ stringValue: 'second' });
  expect(getChildren(signals?.spanId)).toEqual(['SELECT message_deliveries']);

  expect(named('GET /api/users/me')[0]?.traceId).not.toBe(traceId);
  expect(named('GET /api/health')).toEqual([]);
  const sent = JSON.stringify(received);
  for (const personal of [content, ada.id, ben.id, ben.username])
    expect(sent).not.toContain(personal);
  const line = lines.find((text) => text.includes(traceId)) ?? '';
  expect(JSON.parse(line)).toMatchObject({ traceId });
  expect(line).toContain('"/api/chat/send"');
});

it('follows the sampler of the settings', () => {
  const flags = (sampler: 'always_off' | 'traceidratio' | 'parentbased_always_off', ratio = 0) => {
    let found: string | undefined;
    const tracing = start('sampled', { sampler, ratio });
    tracing.startRequest(traceparent).run(() => {
      found = tracing.traceParent()?.slice(-2);
    });
    return found;
  };
  expect(flags('always_off')).toBe('00');
  expect(flags('traceidratio')).toBe('00');
  expect(flags('traceidratio', 1)).toBe('01');
  // The proxy has decided.
  expect(flags('parentbased_always_off')).toBe('01');
});

it('logs once that the collector rejects traces', async () => {
  const warnings: string[] = [];
  const logger = createLogger({
    level: 'warn',
    destination: { write: (line) => void warnings.push(line) },
  });
  const tracing = start('alone', { endpoint: `http://127.0.0.1:${port()}/other`, logger });
  for (const _ of [1, 2]) {
    tracing.startRequest(undefined).end({ method: 'GET', route: '/api/threads', status: 200 });
  }
  await tracing.stop();
  expect(warnings.filter((line) => line.includes('cannot send traces'))).toHaveLength(1);
});

it.each([
  ['SELECT "public"."users"."id" FROM "public"."users" WHERE 1=1', 'SELECT users'],
  ['WITH one AS (SELECT 1 FROM follows) INSERT INTO likes (id) SELECT $1', 'INSERT likes'],
  ['UPDATE threads t SET likes = 1', 'UPDATE threads'],
  ['SELECT id FROM threads FOR UPDATE', 'SELECT threads'],
  ['DELETE FROM sessions', 'DELETE sessions'],
  ['SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload', 'SELECT pg_notify'],
  ['COMMIT', 'COMMIT'],
])('summarizes %s as %s', (text, summary) => {
  expect(summarizeStatement(text)).toBe(summary);
});
