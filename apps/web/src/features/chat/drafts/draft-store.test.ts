import { expect, it } from 'vitest';
import { aChatMessage } from '../../../testing/chat.ts';
import { emptyDraft } from '../model/conversation-state.ts';
import { createDraftStore, settleDraft } from './draft-store.ts';

const key = 'draft:grace:chat:ada';

it('keeps a draft for each account and conversation', () => {
  const drafts = createDraftStore('grace');
  drafts.write('ada', { ...emptyDraft, text: 'Hello' });
  expect(drafts.read('ada').text).toBe('Hello');
  expect(drafts.read('ben')).toEqual(emptyDraft);
  expect(createDraftStore('linus').read('ada')).toEqual(emptyDraft);
  drafts.write('ada', { ...emptyDraft, text: ' ' });
  expect(localStorage.getItem(key)).toBeNull();
});

it('remembers under which name it was sent', () => {
  const drafts = createDraftStore('grace');
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write('ada', { ...emptyDraft, text: 'Hello', failed });
  expect(drafts.read('ada').failed).toEqual(failed);
});

it('is another message once it was changed', () => {
  const drafts = createDraftStore('grace');
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write('ada', { ...emptyDraft, text: 'Hello, Ada', failed });
  expect(drafts.read('ada')).toEqual({ ...emptyDraft, text: 'Hello, Ada' });
});

it('forgets what has arrived, and nothing else', () => {
  const drafts = createDraftStore('grace');
  const sent = { senderId: 'grace', receiverId: 'ada', content: 'Hello' };
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write('ada', { ...emptyDraft, text: 'Hello', failed });
  settleDraft(aChatMessage({ ...sent, clientMessageId: 'b' }));
  settleDraft(aChatMessage({ ...sent, clientMessageId: null }));
  settleDraft(aChatMessage({ ...sent, receiverId: 'ben', clientMessageId: 'a' }));
  expect(drafts.read('ada').text).toBe('Hello');
  settleDraft(aChatMessage({ ...sent, clientMessageId: 'a' }));
  expect(drafts.read('ada')).toEqual(emptyDraft);
});

it.each(['{', '[]', '{"text":5}', '"text"'])('starts anew where %s was stored', (stored) => {
  localStorage.setItem(key, stored);
  expect(createDraftStore('grace').read('ada')).toEqual(emptyDraft);
});
