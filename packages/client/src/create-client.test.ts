import { expect, it } from 'vitest';
import {
  createThread,
  getThread,
  listFeed,
  searchMessages,
  updateProfile,
} from '../generated/index.ts';
import { createSkeinClient } from './create-client.ts';
import { SkeinError } from './error.ts';
import { paginate } from './paginate.ts';
import { publishThread } from './publish-thread.ts';

const instance = 'https://skein.example/';

/** A client whose requests get this response, and the requests. */
function createTestClient(response: () => Response) {
  const requests: Request[] = [];
  const client = createSkeinClient({
    instance,
    token: () => 'secret',
    fetch: (input, init) => {
      requests.push(new Request(input, init));
      return Promise.resolve(response());
    },
  });
  return { client, requests };
}

const respondWith = (body: object, status = 200, headers: Record<string, string> = {}) =>
  createTestClient(() => Response.json(body, { status, headers }));

it('sends a form with repeated fields and files, the token and the idempotency key', async () => {
  const { client, requests } = respondWith({ id: 'created' }, 201);
  const thread = await createThread({
    client,
    headers: { 'Idempotency-Key': 'once' },
    body: {
      content: 'Two pictures',
      altText: ['one', 'two'],
      media: [new File(['1'], 'one.png'), new File(['2'], 'two.png')],
      poll: { question: 'Which?', options: ['This', 'That'], durationMinutes: 60 },
    },
  });
  expect(thread.id).toBe('created');

  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('https://skein.example/api/threads');
  expect(request?.headers.get('Authorization')).toBe('Bearer secret');
  expect(request?.headers.get('Idempotency-Key')).toBe('once');
  expect(request?.headers.get('Content-Type')).toMatch(/^multipart\/form-data; boundary=/);
  const form = await request?.formData();
  expect(form?.getAll('altText')).toEqual(['one', 'two']);
  expect(form?.getAll('media').map((file) => file instanceof File && file.name)).toEqual([
    'one.png',
    'two.png',
  ]);
  const poll = form?.get('poll');
  expect(typeof poll === 'string' && JSON.parse(poll)).toMatchObject({ options: ['This', 'That'] });
});

it('throws the typed error of the server', async () => {
  const body = {
    success: false,
    code: 'validation_failed',
    message: 'The bio is too long.',
    errors: [{ path: 'bio', message: 'The bio is too long.' }],
    requestId: 'r1',
  };
  const { client } = respondWith(body, 400, { 'Retry-After': '3' });
  const error: unknown = await updateProfile({ client, body: { bio: 'x' } }).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof SkeinError)) throw new Error('not a SkeinError', { cause: error });
  const { success: _success, message, ...fields } = body;
  expect(error).toMatchObject({ ...fields, status: 400, retryAfterSeconds: 3 });
  expect(error.message).toBe(message);
});

it('throws an error with an unknown code for a response that is not from Skein', async () => {
  const { client } = createTestClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const threadId = '01990000-0000-7000-8000-000000000000';
  const error: unknown = await getThread({ client, path: { threadId } }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'SkeinError', status: 502, code: 'unknown' });
});

it('sends booleans in queries, and types every field of a response', async () => {
  const page = { content: [], page: 0, size: 10, last: true, nextCursor: null };
  const { client, requests } = respondWith(page);
  await searchMessages({ client, query: { q: 'wool', groups: true } });
  expect(requests[0]?.url).toBe('https://skein.example/api/chat/search?q=wool&groups=true');

  const { client: feedClient } = respondWith({ ...page, announcements: null });
  const feed = await listFeed({ client: feedClient });
  // The compiler rejects this line if the key may be missing.
  const announcements: { text: string }[] | null = feed.announcements;
  expect(announcements).toBeNull();
});

it.each([
  [0, '/api/threads'],
  [1, '/api/threads'],
  [2, '/api/threads/multiple-media'],
])('publishes a thread with %i files with one call', async (count, path) => {
  const { client, requests } = respondWith({ id: 'created' }, 201);
  const media = Array.from({ length: count }, (_, n) => new File(['x'], `${n}.png`));
  const { id } = await publishThread({ client, body: { content: 'Hello', media } });
  expect(id).toBe('created');
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([path]);
});

it('reads all pages of a list, without a type annotation', async () => {
  const cursors: (string | null)[] = [];
  const client = createSkeinClient({
    instance,
    fetch: (input, init) => {
      const cursor = new URL(new Request(input, init).url).searchParams.get('cursor');
      cursors.push(cursor);
      const nextCursor = cursor === null ? 'second' : null;
      return Promise.resolve(Response.json({ content: [{ id: cursor ?? 'first' }], nextCursor }));
    },
  });
  const ids: string[] = [];
  const threads = paginate((cursor) => listFeed({ client, query: { feed: 'all', ...cursor } }));
  for await (const { id } of threads) ids.push(id);
  expect(ids).toEqual(['first', 'second']);
  expect(cursors).toEqual([null, 'second']);
});
