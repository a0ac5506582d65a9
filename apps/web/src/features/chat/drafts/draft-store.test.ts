import { expect, it } from 'vitest';
import { aChatMessage } from '../../../testing/chat.ts';
import { emptyDraft } from '../model/conversation-state.ts';
import { createDraftStore, clearDeliveredDraft } from './draft-store.ts';

const key = 'draft:grace:chat:ada';

it('stores one draft per account and conversation', () => {
  const drafts = createDraftStore('grace');
  drafts.write('ada', { ...emptyDraft, text: 'Hello' });
  expect(drafts.read('ada').text).toBe('Hello');
  expect(drafts.read('ben')).toEqual(emptyDraft);
  expect(createDraftStore('linus').read('ada')).toEqual(emptyDraft);
  drafts.write('ada', { ...emptyDraft, text: ' ' });
  expect(localStorage.getItem(key)).toBeNull();
});

it('stores the client message id of a failed message', () => {
  const drafts = createDraftStore('grace');
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write('ada', { ...emptyDraft, text: 'Hello', failed });
  expect(drafts.read('ada').failed).toEqual(failed);
});

it('drops the client message id once the text has changed', () => {
  const drafts = createDraftStore('grace');
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write('ada', { ...emptyDraft, text: 'Hello, Ada', failed });
  expect(drafts.read('ada')).toEqual({ ...emptyDraft, text: 'Hello, Ada' });
});

it('removes the draft of a delivered message and no other', () => {
  const drafts = createDraftStore('grace');
  const sent = { senderId: 'grace', receiverId: 'ada', content: 'Hello' };
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write('ada', { ...emptyDraft, text: 'Hello', failed });
  clearDeliveredDraft(aChatMessage({ ...sent, clientMessageId: 'b' }));
  clearDeliveredDraft(aChatMessage({ ...sent, clientMessageId: null }));
  clearDeliveredDraft(aChatMessage({ ...sent, receiverId: 'ben', clientMessageId: 'a' }));
  expect(drafts.read('ada').text).toBe('Hello');
  clearDeliveredDraft(aChatMessage({ ...sent, clientMessageId: 'a' }));
  expect(drafts.read('ada')).toEqual(emptyDraft);
});

it.each(['{', '[]', '{"text":5}', '"text"'])('reads %s in storage as an empty draft', (stored) => {
  localStorage.setItem(key, stored);
  expect(createDraftStore('grace').read('ada')).toEqual(emptyDraft);
});
