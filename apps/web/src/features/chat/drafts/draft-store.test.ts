import * as routes from '@skein/contracts/routes';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mockRoute, server } from '../../../testing/api.ts';
import { aChatMessage } from '../../../testing/chat.ts';
import { emptyDraft } from '../model/conversation-state.ts';
import { createDraftStore, clearDeliveredDraft } from './draft-store.ts';
import { loadDraft, receiveDraft } from './sync-drafts.ts';

const key = 'draft:grace:chat:ada';
const done = { success: true, message: 'Done.' } as const;
const saved: unknown[] = [];
let revision = 0;

beforeEach(() => {
  saved.length = 0;
  revision = 0;
  server.use(
    mockRoute(routes.saveMessageDraft, async (request) => {
      saved.push(await request.json());
      revision += 1;
      return { ...done, revision };
    }),
  );
});

const to = (conversationId: string) => ({ conversationId, user: null });
const fromServer = (text: string, of: number) => ({ text, replyTo: null, revision: of });

it('stores one draft per account and conversation', () => {
  const drafts = createDraftStore('grace');
  drafts.write(to('ada'), { ...emptyDraft, text: 'Hello' });
  expect(drafts.read('ada').text).toBe('Hello');
  expect(drafts.read('ben')).toEqual(emptyDraft);
  expect(createDraftStore('linus').read('ada')).toEqual(emptyDraft);
  drafts.write(to('ada'), { ...emptyDraft, text: ' ' });
  expect(localStorage.getItem(key)).toBeNull();
});

it('stores the client message id of a failed message', () => {
  const drafts = createDraftStore('grace');
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write(to('ada'), { ...emptyDraft, text: 'Hello', failed });
  expect(drafts.read('ada').failed).toEqual(failed);
});

it('drops the client message id once the text has changed', () => {
  const drafts = createDraftStore('grace');
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write(to('ada'), { ...emptyDraft, text: 'Hello, Ada', failed });
  expect(drafts.read('ada')).toEqual({ ...emptyDraft, text: 'Hello, Ada' });
});

it('removes the draft of a delivered message and no other', () => {
  const drafts = createDraftStore('grace');
  const sent = { senderId: 'grace', conversationId: 'ada', content: 'Hello' };
  const failed = { clientMessageId: 'a', content: 'Hello' };
  drafts.write(to('ada'), { ...emptyDraft, text: 'Hello', failed });
  clearDeliveredDraft(aChatMessage({ ...sent, clientMessageId: 'b' }));
  clearDeliveredDraft(aChatMessage({ ...sent, clientMessageId: null }));
  clearDeliveredDraft(aChatMessage({ ...sent, conversationId: 'ben', clientMessageId: 'a' }));
  expect(drafts.read('ada').text).toBe('Hello');
  clearDeliveredDraft(aChatMessage({ ...sent, clientMessageId: 'a' }));
  expect(drafts.read('ada')).toEqual(emptyDraft);
});

it.each(['{', '[]', '{"text":5}', '"text"'])('reads %s in storage as an empty draft', (stored) => {
  localStorage.setItem(key, stored);
  expect(createDraftStore('grace').read('ada')).toEqual(emptyDraft);
});

describe('drafts on the server', () => {
  it('are saved a moment after the last change, and removed when the message was sent', async () => {
    const drafts = createDraftStore('sync');
    drafts.write(to('ada'), { ...emptyDraft, text: 'Hel' });
    drafts.write(to('ada'), { ...emptyDraft, text: 'Hello' });
    const timeout = 3000;
    await vi.waitFor(() => expect(saved).toEqual([{ text: 'Hello', replyToId: null }]), {
      timeout,
    });
    await vi.waitFor(() => {
      receiveDraft('sync', { ...to('ada'), draft: fromServer('Hello!', 2) });
      expect(drafts.read('ada').text).toBe('Hello!');
    });
    drafts.write(to('ada'), { ...emptyDraft, text: 'Hello!' }, true);
    drafts.write(to('ada'), emptyDraft);
    await vi.waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]).toEqual({ text: '', replyToId: null });
  });

  it('do not replace a change that is not saved yet, or a later revision', async () => {
    const drafts = createDraftStore('busy');
    receiveDraft('busy', { ...to('ada'), draft: fromServer('Second', 2) });
    receiveDraft('busy', { ...to('ada'), draft: fromServer('First', 1) });
    expect(drafts.read('ada').text).toBe('Second');
    drafts.write(to('ada'), { ...emptyDraft, text: 'Typed here' });
    receiveDraft('busy', { ...to('ada'), draft: fromServer('Third', 3) });
    await loadDraft('busy', { conversationId: 'ada', revision: 3 });
    expect(drafts.read('ada').text).toBe('Typed here');
  });

  it('are loaded when another device has saved one', async () => {
    server.use(mockRoute(routes.getMessageDraft, () => fromServer('From the phone', 4)));
    await loadDraft('idle', { conversationId: 'ada', revision: 4 });
    expect(createDraftStore('idle').read('ada').text).toBe('From the phone');
  });
});
