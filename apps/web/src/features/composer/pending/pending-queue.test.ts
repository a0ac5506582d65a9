import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { SavedDraft } from '@skein/contracts/threads';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { errorResponse, mockRoute, server as api } from '../../../testing/api.ts';
import { parseMultipartForm } from '../../../testing/multipart.ts';
import { aDraft, aThread } from '../../../testing/threads.ts';
import { noEdit } from '../../images/image-edit.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import { initialComposerState } from '../editor/composer-reducer.ts';
import { emptyDraft } from '../editor/draft.ts';
import type { PendingDatabase } from './pending-database.ts';
import type { PendingPost } from './pending-post.ts';
import { createPendingQueue } from './pending-queue.ts';
import type { UpdatePost } from './pending-queue.ts';
import { sendPending } from './send-pending.ts';

const userId = 'ada';
const hourMs = 60 * 60 * 1000;
const getState = (text: string) => initialComposerState({ ...emptyDraft, text });

function aPost(text: string, fields: Partial<PendingPost> = {}): PendingPost {
  return {
    id: text,
    userId,
    createdAtMs: 0,
    target: { kind: 'thread' },
    state: getState(text),
    idempotencyKey: `key of ${text}`,
    attemptedAtMs: null,
    rejection: null,
    ...fields,
  };
}

const inMemory = (): PendingDatabase => {
  const posts = new Map<string, PendingPost>();
  return {
    list: async () => [...posts.values()],
    find: async (id) => posts.get(id),
    put: async (post) => posts.set(post.id, post),
    remove: async (id) => void posts.delete(id),
  };
};

/** Two tabs with the same database, and a server that remembers the keys that it has received. */
function setUp() {
  const database = inMemory();
  const received: string[] = [];
  const server = {
    respond: async (_update: UpdatePost) => undefined as unknown,
  };
  let nowMs = 1000;
  const openTab = () =>
    createPendingQueue(userId, {
      database,
      send: async ({ idempotencyKey, attemptedAtMs }, update) => {
        received.push(idempotencyKey);
        await update({ attemptedAtMs: attemptedAtMs ?? nowMs });
        await server.respond(update);
        return () => undefined;
      },
      isSignedIn: () => true,
      onChange: () => undefined,
      onSending: () => undefined,
      now: () => nowMs,
    });
  return {
    tab: openTab(),
    otherTab: openTab(),
    received,
    server,
    wait: (ms: number) => (nowMs += ms),
  };
}

const failWith = (error: Error) => async () => {
  throw error;
};
const rejection = (status: number, message = '') =>
  new ApiError(status, { success: false, code: 'not_found', message, errors: null, requestId: '' });

describe('the pending posts of a user', () => {
  it('are sent once and in order, by one of the tabs', async () => {
    const { tab, otherTab, received } = setUp();
    await tab.add(aPost('one'));
    await otherTab.add(aPost('two'));
    expect(await Promise.all([tab.sendAll(), otherTab.sendAll()])).toEqual([true, true]);
    expect(received).toEqual(['key of one', 'key of two']);
    expect(await tab.list()).toEqual([]);
  });

  it.each([new NetworkError('lost'), rejection(503), rejection(429), rejection(401)])(
    'wait with the same key after a failure that ends: %s',
    async (error) => {
      const { tab, received, server } = setUp();
      await tab.add(aPost('one'));
      await tab.add(aPost('two'));
      server.respond = failWith(error);
      expect(await tab.sendAll()).toBe(false);
      expect(await tab.list()).toMatchObject([
        { rejection: null, attemptedAtMs: 1000 },
        { attemptedAtMs: null },
      ]);
      server.respond = async () => undefined;
      expect(await tab.sendAll()).toBe(true);
      expect(received).toEqual(['key of one', 'key of one', 'key of two']);
    },
  );

  it('may still be published when a repeated attempt is rejected', async () => {
    const { tab, server } = setUp();
    await tab.add(aPost('one'));
    server.respond = failWith(new NetworkError('lost'));
    await tab.sendAll();
    server.respond = failWith(rejection(413, 'Your storage is full.'));
    await tab.sendAll();
    expect(await tab.list()).toMatchObject([
      { rejection: 'Your storage is full.', attemptedAtMs: 1000 },
    ]);
  });

  it('stay with the message of the server when it rejects one, until the user tries again', async () => {
    const { tab, received, server } = setUp();
    await tab.add(aPost('one'));
    server.respond = failWith(rejection(404, 'The thread was deleted.'));
    expect(await tab.sendAll()).toBe(true);
    expect(await tab.list()).toMatchObject([
      { rejection: 'The thread was deleted.', attemptedAtMs: null },
    ]);
    server.respond = async () => undefined;
    await tab.sendAll();
    expect(received).toHaveLength(1);
    await tab.retry('one');
    await tab.sendAll();
    expect(await tab.list()).toEqual([]);
  });

  it('are not sent again after the server may have forgotten their key, unless the user wants it', async () => {
    const { tab, received, server, wait } = setUp();
    await tab.add(aPost('one'));
    server.respond = failWith(new NetworkError('lost'));
    await tab.sendAll();
    wait(24 * hourMs);
    server.respond = async () => undefined;
    expect(await tab.sendAll()).toBe(true);
    expect(received).toHaveLength(1);
    await tab.retry('one');
    await tab.sendAll();
    expect(new Set(received).size).toBe(2);
    expect(await tab.list()).toEqual([]);
  });

  it('are not sent while they are edited, and then with the new content', async () => {
    const { tab, otherTab, received } = setUp();
    await tab.add(aPost('one'));
    const lock = tab.lock('one');
    await lock.acquired;
    await otherTab.sendAll();
    expect(await otherTab.remove('one')).toBe(false);
    expect(received).toEqual([]);
    expect(await tab.replace('one', getState('changed'), 'new key')).toBe('replaced');
    lock.release();
    await vi.waitFor(async () => {
      await tab.sendAll();
      expect(received).toEqual(['new key']);
    });
  });

  it('publish a draft as the first attempt has saved it, unless they are edited', async () => {
    const { tab, server } = setUp();
    const savedDraft = aDraft({ version: 4 });
    await tab.add(aPost('one'));
    server.respond = async (update) => {
      await update({ savedDraft });
      throw new NetworkError('lost');
    };
    await tab.sendAll();
    expect(await tab.replace('one', getState('one'), 'key of one')).toBe('replaced');
    expect(await tab.list()).toMatchObject([{ savedDraft, attemptedAtMs: 1000 }]);
    await tab.replace('one', getState('changed'), 'new key');
    const [post] = await tab.list();
    expect(post).toMatchObject({ state: { text: 'changed', saved: { version: 4 } } });
    expect(post).not.toHaveProperty('savedDraft');
  });

  it('are limited in number and size, with originals, posters and captions', async () => {
    const { tab } = setUp();
    const getFile = (megabytes: number) => {
      const file = new File([], 'large.mp4');
      return Object.defineProperty(file, 'size', { value: megabytes * 1024 * 1024 });
    };
    const attachment = { id: 'a', file: getFile(120), kind: 'video', altText: '' } as const;
    const captions = [{ file: getFile(10), language: 'en' }];
    const withFiles = (id: string, fields: Partial<Attachment>) =>
      aPost(id, { state: { ...getState(id), attachments: [{ ...attachment, ...fields }] } });
    const edited = { source: getFile(70), edit: noEdit };
    expect(await tab.add(withFiles('video', {}))).toBe(true);
    expect(await tab.add(withFiles('second video', {}))).toBe(false);
    const { state } = withFiles('video', { edited, captions });
    expect(await tab.replace('video', state, 'key')).toBe('replaced');
    const larger = withFiles('video', { edited, captions, poster: getFile(1) });
    expect(await tab.replace('video', larger.state, 'key')).toBe('full');
    for (let index = 1; index < 20; index += 1) await tab.add(aPost(`post ${index}`));
    expect(await tab.add(aPost('one more'))).toBe(false);
    await tab.removeAll();
    expect(await tab.list()).toEqual([]);
  });
});

describe('a pending post that continues a draft', () => {
  const draft = aDraft({ version: 3 });
  const saved = { id: draft.id, version: 2, content: '' };

  /** A queue that sends to the mocked API. Records the keys of uploads and the published forms. */
  function givenDraft(respond: () => SavedDraft | Response) {
    const uploadKeys: (string | null)[] = [];
    const published: Record<string, string[]>[] = [];
    api.use(
      mockRoute(routes.uploadMedia, (request) => {
        uploadKeys.push(request.headers.get('idempotency-key'));
        const post = {
          id: 'upload',
          content: '',
          mediaUrl: '/media/u',
          mediaType: 'image',
        } as const;
        return { success: true, message: '', post };
      }),
      mockRoute(routes.updateDraft, respond),
      mockRoute(routes.createThread, async (request) => {
        const form = await parseMultipartForm(request);
        published.push({ ...form, key: [request.headers.get('idempotency-key') ?? ''] });
        if (!form['draftId']) return aThread();
        return errorResponse({ status: 409, code: 'conflict' });
      }),
    );
    const queue = createPendingQueue(userId, {
      database: inMemory(),
      send: (post, update) => sendPending(new QueryClient(), post, update),
      isSignedIn: () => true,
      onChange: () => undefined,
      onSending: () => undefined,
      now: Date.now,
    });
    return { queue, uploadKeys, published };
  }

  it('uploads a new file once, also from a copy after a lost response', async () => {
    const { queue, uploadKeys } = givenDraft(() => Response.error());
    const withCopy = () => {
      const file = new File(['yarn'], 'a.png', { type: 'image/png', lastModified: 1 });
      const attachments = [{ id: 'a', file, kind: 'image', altText: '' } as const];
      return { ...getState('one'), attachments, saved };
    };
    await queue.add(aPost('one', { state: withCopy() }));
    expect(await queue.sendAll()).toBe(false);
    expect(await queue.list()).toMatchObject([{ attemptedAtMs: null }]);
    await queue.replace('one', withCopy(), 'new key');
    await queue.sendAll();
    expect(uploadKeys).toEqual([expect.any(String), uploadKeys[0]]);
  });

  it('is published without the draft when the user tries again after it was deleted', async () => {
    const { queue, published } = givenDraft(() =>
      errorResponse({ status: 404, code: 'not_found' }),
    );
    await queue.add(aPost('one', { state: { ...getState('one'), saved }, savedDraft: draft }));
    await queue.sendAll();
    expect(await queue.list()).toMatchObject([
      { rejection: expect.stringMatching(/^The draft of this post was/) as string },
    ]);
    await queue.retry('one');
    expect(await queue.sendAll()).toBe(true);
    expect(await queue.list()).toEqual([]);
    expect(published).toMatchObject([{ draftId: [draft.id] }, { content: ['one'] }]);
    expect(published[1]).not.toHaveProperty('draftId');
    expect(published[1]?.['key']).not.toEqual(published[0]?.['key']);
  });
});
