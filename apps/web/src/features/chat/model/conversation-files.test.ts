import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ada, adaConversationId, aConversationPage } from '../../../testing/chat.ts';
import {
  aFile,
  flushPromises,
  sentMessage,
  setUp,
  setUpOpen,
} from '../../../testing/conversation.ts';
import { emptyDraft } from './conversation-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('restores the files of all unsent messages after a page reload, in their order', async () => {
  const before = await setUpOpen();
  before.transport.upload.mockReturnValueOnce(new Promise(() => undefined));
  before.conversation.attachFiles([{ ...aFile(), id: 'sending' }]);
  before.conversation.send();
  before.conversation.attachFiles([{ ...aFile(), id: 'attached' }]);
  await flushPromises();
  const after = setUp(before.drafts);
  after.conversation.attach();
  await flushPromises();
  const { draft } = after.conversation.getState();
  expect(draft.attachments.map(({ id }) => id)).toEqual(['sending', 'attached']);
  // This is not a retry of the message that may have been sent, because it has another file.
  expect(draft.failed).toBeNull();
  after.conversation.send();
  await flushPromises();
  expect(after.conversation.getState().draft).toEqual(emptyDraft);
  expect(after.drafts.get(adaConversationId)).toEqual(emptyDraft);
});

it('does not restore the file of a message that the server has received before a page reload', async () => {
  const before = await setUpOpen();
  before.transport.send.mockRejectedValueOnce(new Error('offline'));
  before.conversation.attachFiles([aFile()]);
  before.conversation.send();
  await flushPromises();
  const [, sent] = before.transport.send.mock.lastCall ?? [];
  const after = setUp(before.drafts);
  after.transport.loadPage.mockResolvedValueOnce(
    aConversationPage([sentMessage('', sent?.clientMessageId ?? '')]),
  );
  after.conversation.attach();
  await flushPromises();
  expect(after.conversation.getState().draft).toEqual(emptyDraft);
  expect(after.drafts.get(adaConversationId)).toEqual(emptyDraft);
});

it('loads once after it was attached twice while the files of the draft were loading', async () => {
  const { conversation, transport } = setUp(
    new Map([[adaConversationId, { ...emptyDraft, attachments: [aFile()] }]]),
  );
  conversation.attach()();
  conversation.attach();
  await flushPromises();
  expect(conversation.getState().draft.attachments).toHaveLength(1);
  expect(transport.subscribe).toHaveBeenCalledOnce();
  expect(transport.loadPage).toHaveBeenCalledOnce();
});

it('keeps files that are attached while those of the draft are loading', async () => {
  const { conversation } = setUp(
    new Map([[adaConversationId, { ...emptyDraft, attachments: [{ ...aFile(), id: 'stored' }] }]]),
  );
  conversation.attach();
  conversation.attachFiles([{ ...aFile(), id: 'new' }]);
  await flushPromises();
  const { attachments } = conversation.getState().draft;
  expect(attachments.map(({ id }) => id)).toEqual(['stored', 'new']);
});

it('does not replace attached files, unless another tab has sent them', async () => {
  const { conversation, receiveDraft } = await setUpOpen();
  conversation.write('Old');
  conversation.attachFiles([aFile()]);
  const { draft } = conversation.getState();
  receiveDraft({ ...draft, text: 'New' });
  expect(conversation.getState().draft).toBe(draft);
  receiveDraft(emptyDraft, { areFilesRemoved: true });
  expect(conversation.getState().draft).toEqual(emptyDraft);
});

it('sends a recording without the failed message that has returned to the text box', async () => {
  const { conversation, transport } = await setUpOpen();
  const upload = Promise.withResolvers<string>();
  transport.upload.mockReturnValueOnce(upload.promise);
  conversation.write('My loom');
  conversation.attachFiles([{ ...aFile(), id: 'photo' }]);
  conversation.send();
  await flushPromises();
  upload.reject(new Error('offline'));
  await flushPromises();
  conversation.send({ ...aFile(), id: 'recording', kind: 'audio' });
  await flushPromises();
  const [, sent] = transport.send.mock.lastCall ?? [];
  expect(sent?.content).toBe('');
  expect(sent?.attachments.map(({ id }) => id)).toEqual(['recording']);
  const { draft } = conversation.getState();
  expect(draft.text).toBe('My loom');
  expect(draft.attachments.map(({ id }) => id)).toEqual(['photo']);
});

it('sends a recording as the chosen reply', async () => {
  const { conversation, transport } = await setUpOpen();
  const replyTo = {
    id: 'quoted',
    senderId: ada.id,
    content: 'Hi!',
    messageType: 'text',
    isDeleted: false,
  } as const;
  conversation.replyTo(replyTo);
  conversation.send({ ...aFile(), kind: 'audio' });
  await flushPromises();
  expect(transport.send.mock.lastCall?.[1].replyTo).toEqual(replyTo);
  expect(conversation.getState().draft).toEqual(emptyDraft);
});

it('keeps a recording that cannot be sent', async () => {
  const { conversation, transport } = await setUpOpen({
    ...aConversationPage([]),
    canWrite: false,
  });
  conversation.send({ ...aFile(), kind: 'audio' });
  await flushPromises();
  expect(transport.send).not.toHaveBeenCalled();
  expect(conversation.getState().draft.attachments).toHaveLength(1);
});
