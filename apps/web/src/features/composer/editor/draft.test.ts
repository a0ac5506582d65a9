import { afterEach, expect, it } from 'vitest';
import { clearDraft, clearOtherSavedDrafts, emptyDraft, readDraft, writeDraft } from './draft.ts';
import type { Draft, DraftId } from './draft.ts';

afterEach(() => localStorage.clear());

const ann: DraftId = { userId: 'ann', name: 'thread' };
const draft: Draft = {
  text: 'Hello',
  topic: 'yarn',
  replyPermission: 'FOLLOWERS',
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
  base: { version: 2, mediaIds: [['a'], []] },
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

it('removes the changes of deleted drafts', () => {
  const saved = (id: string): DraftId => ({ userId: 'ann', name: `saved:${id}` });
  for (const id of [ann, saved('a'), saved('b'), { ...saved('b'), userId: 'ben' }]) {
    writeDraft(id, draft);
  }
  clearOtherSavedDrafts('ann', ['a']);
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'draft:ann:saved:a',
    'draft:ann:thread',
    'draft:ben:saved:b',
  ]);
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
