import { afterEach, expect, it } from 'vitest';
import { clearDraft, emptyDraft, readDraft, writeDraft } from './draft.ts';

afterEach(() => localStorage.clear());

const draft = { text: 'Hello', topic: 'yarn', replyPermission: 'FOLLOWERS' } as const;

it('keeps a draft until it is cleared, for its account alone', () => {
  writeDraft('ann', draft);
  expect(readDraft('ann')).toEqual(draft);
  expect(readDraft('ben')).toEqual(emptyDraft);
  clearDraft('ann');
  expect(readDraft('ann')).toEqual(emptyDraft);
});

it('keeps nothing of an emptied composer', () => {
  writeDraft('ann', draft);
  writeDraft('ann', { ...emptyDraft, replyPermission: 'FOLLOWERS' });
  expect(localStorage).toHaveLength(0);
});

it.each(['{', 'null', '[]', '{"text":1,"replyPermission":"NOBODY"}'])('survives %s', (stored) => {
  localStorage.setItem('draft:ann', stored);
  expect(readDraft('ann')).toEqual(emptyDraft);
});
