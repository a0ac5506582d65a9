import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, server } from '../../../testing/api.ts';
import { givenSession } from '../../../testing/session.ts';
import { aDraft } from '../../../testing/threads.ts';
import { draftsQuery } from '../drafts/drafts.queries.ts';
import { clearDraft, emptyDraft, readDraft, writeDraft } from './draft.ts';
import type { Draft, DraftId } from './draft.ts';

afterEach(() => localStorage.clear());

const isDraftKey = (key: string) => key.startsWith('draft:');
const ann: DraftId = { userId: 'ann', name: 'thread' };
const draft: Draft = {
  text: 'Hello',
  topic: 'yarn',
  replyPermission: 'FOLLOWERS',
  audience: 'unlisted',
  language: 'de',
  contentWarning: 'Spoilers',
  isSensitive: true,
  poll: {
    question: 'Wool or cotton?',
    options: [
      { id: 0, text: 'Wool' },
      { id: 1, text: '' },
    ],
    multiple: true,
    durationMinutes: 30,
  },
  scheduledAt: '2099-03-01T09:30',
  partTexts: ['More', ''],
  files: [[{ id: 'a', altText: 'Yarn' }], [{ id: 'b', altText: null }]],
  baseVersion: 2,
  sentKey: 'key',
};

it('stores a draft per account and name until it is cleared', () => {
  writeDraft(ann, draft);
  expect(readDraft(ann)).toEqual(draft);
  expect(readDraft({ ...ann, userId: 'ben' })).toEqual(emptyDraft);
  expect(readDraft({ ...ann, name: 'reply:1' })).toEqual(emptyDraft);
  clearDraft(ann);
  expect(readDraft(ann)).toEqual(emptyDraft);
});

it.each([true, false])('removes the changes of deleted drafts (one page: %s)', async (last) => {
  const { id: userId } = givenSession();
  const [first, second] = [aDraft(), aDraft()];
  const saved = (id: string, of = userId): DraftId => ({ userId: of, name: `saved:${id}` });
  const kept = [{ ...ann, userId }, saved(first.id), saved('deleted', 'ben')];
  if (!last) kept.push(saved(second.id));
  for (const id of [...kept, saved('deleted')]) writeDraft(id, draft);
  server.use(
    mockRoute(routes.listDrafts, ({ url }) => {
      const isAll = new URL(url).searchParams.get('size') === '100';
      const page = { page: 0, size: 20, last: last || isAll, nextCursor: null };
      return { ...page, content: isAll ? [first, second] : [first] };
    }),
  );
  await new QueryClient().infiniteQuery(draftsQuery);
  await vi.waitFor(() => {
    const keys = kept.map((id) => `draft:${id.userId}:${id.name}`);
    expect(Object.keys(localStorage).filter(isDraftKey).toSorted()).toEqual(keys.toSorted());
  });
});

it('stores no draft of an empty composer', () => {
  writeDraft(ann, draft);
  writeDraft(ann, { ...emptyDraft, replyPermission: 'FOLLOWERS' });
  expect(localStorage).toHaveLength(0);
});

it.each([
  '{',
  'null',
  '[]',
  '{"text":1,"replyPermission":"NOBODY","sentKey":2}',
  '{"poll":{"question":"Why?","options":[{"text":"One"}],"durationMinutes":30}}',
  '{"poll":{"question":"Why?","options":[{"text":"One"},{"text":"Two"}],"durationMinutes":31}}',
  '{"poll":{"question":"Why?","options":"many","durationMinutes":30}}',
])('returns an empty draft if the storage contains %s', (stored) => {
  localStorage.setItem('draft:ann:thread', stored);
  expect(readDraft(ann)).toEqual(emptyDraft);
});
