import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { clearSession, saveSession } from '../../../lib/session/index.ts';
import { mockRoute, server } from '../../../testing/api.ts';
import { aChatMessage } from '../../../testing/chat.ts';
import { fileDatabaseState, fileDatabases, storedFileIds } from '../../../testing/file-database.ts';
import { aToken, aUser } from '../../../testing/session.ts';
import { emptyDraft } from '../model/conversation-state.ts';
import type { Attachment, Draft } from '../model/conversation-state.ts';
import { logOut } from '../../auth/sign-in/log-out.ts';
import { listFiles } from '../../composer/stored-files/file-list.ts';
import { clearDeliveredDraft, createDraftStore } from './draft-store.ts';

vi.mock(
  '../../composer/stored-files/file-database.ts',
  () => import('../../../testing/file-database.ts'),
);

const megabyte = 1024 * 1024;
const signIn = (id: string) => saveSession({ token: aToken(), user: aUser({ id }) });

function aFile(id: string, fields: Partial<Attachment> = {}, bytes = 1): Attachment {
  const file = Object.defineProperty(new File([], `${id}.png`), 'size', { value: bytes });
  return { id, file, kind: 'image', altText: '', mediaUrl: null, ...fields };
}

const to = (conversationId: string) => ({ conversationId, user: null });
const withFiles = (...attachments: Attachment[]): Draft => ({ ...emptyDraft, attachments });
const storedIds = (userId = 'grace') => [...(fileDatabases.get(userId)?.keys() ?? [])];
const listedIds = () => listFiles('grace', 'chat:ada').map(({ id }) => id);
/** As after a reload. */
const readIds = async (conversationId = 'ada', userId = 'grace') =>
  (await createDraftStore(userId).readFiles(conversationId))?.map(({ id }) => id) ?? null;

beforeEach(() => {
  signIn('grace');
  server.use(
    mockRoute(routes.saveMessageDraft, () => ({
      success: true,
      message: '',
      revision: 0,
    })),
  );
});

afterEach(() => void vi.restoreAllMocks());

it('restores the files of a draft in their order, with their alt texts, to be uploaded', async () => {
  const drafts = createDraftStore('grace');
  const [first, second] = [aFile('a', { mediaUrl: '/media/a.webp' }), aFile('b')];
  drafts.write(to('ada'), withFiles(first, second));
  drafts.write(to('ada'), withFiles(second, { ...first, altText: 'A loom' }));
  await vi.waitFor(() => expect(storedIds()).toEqual(['a', 'b']));
  expect(await createDraftStore('grace').readFiles('ada')).toEqual([
    second,
    { ...first, altText: 'A loom', mediaUrl: null },
  ]);
  // A change of the alt text does not write the file again.
  expect(storedFileIds).toEqual(['a', 'b']);
});

it('restores the client message id of a failed message without text', async () => {
  const failed = { clientMessageId: 'x', content: '' };
  createDraftStore('grace').write(to('ada'), { ...withFiles(aFile('a')), failed });
  expect(createDraftStore('grace').read('ada').failed).toEqual(failed);
});

it('stores the new file of a cropped image', async () => {
  const drafts = createDraftStore('grace');
  const cropped = { ...aFile('a'), file: new File(['cropped'], 'a.png') };
  drafts.write(to('ada'), withFiles(aFile('a')));
  drafts.write(to('ada'), withFiles(cropped));
  await vi.waitFor(() => expect(fileDatabases.get('grace')?.get('a')?.attachment).toBe(cropped));
});

it('removes files that were removed from the draft, or sent with it', async () => {
  const drafts = createDraftStore('grace');
  drafts.write(to('ada'), withFiles(aFile('a'), aFile('b')));
  await vi.waitFor(() => expect(storedIds()).toEqual(['a', 'b']));
  drafts.write(to('ada'), withFiles(aFile('b')));
  expect(await readIds()).toEqual(['b']);
  await vi.waitFor(() => expect(storedIds()).toEqual(['b']));
  drafts.write(to('ada'), emptyDraft);
  await vi.waitFor(() => expect(storedIds()).toEqual([]));
  expect(localStorage.getItem('draft:grace:chat:ada')).toBeNull();
});

it('removes the files of a message that is delivered while its conversation is not open', async () => {
  const drafts = createDraftStore('grace');
  const failed = { clientMessageId: 'x', content: '' };
  drafts.write(to('ada'), { ...withFiles(aFile('a')), failed });
  await vi.waitFor(() => expect(storedIds()).toEqual(['a']));
  const sent = aChatMessage({ senderId: 'grace', conversationId: 'ada', content: '' });
  clearDeliveredDraft({ ...sent, clientMessageId: 'another' });
  expect(await readIds()).toEqual(['a']);
  clearDeliveredDraft({ ...sent, clientMessageId: 'x' });
  await vi.waitFor(() => expect(storedIds()).toEqual([]));
});

it('keeps the files of another tab when a message without them is delivered', async () => {
  const [tab, otherTab] = [createDraftStore('grace'), createDraftStore('grace')];
  tab.write(to('ada'), withFiles(aFile('a')));
  const failed = { clientMessageId: 'x', content: 'Hello' };
  otherTab.write(to('ada'), { ...emptyDraft, text: 'Hello', failed }, true);
  const sent = aChatMessage({ senderId: 'grace', conversationId: 'ada', content: 'Hello' });
  clearDeliveredDraft({ ...sent, clientMessageId: 'x' });
  otherTab.write(to('ada'), emptyDraft);
  expect(await readIds()).toEqual(['a']);
  expect(otherTab.read('ada').text).toBe('');
});

it('removes files that an earlier page could not remove before it was closed', async () => {
  createDraftStore('grace').write(to('ada'), withFiles(aFile('sent')));
  await vi.waitFor(() => expect(storedIds()).toEqual(['sent']));
  localStorage.clear();
  signIn('grace');
  createDraftStore('grace').write(to('ben'), withFiles(aFile('new')));
  await vi.waitFor(() => expect(storedIds()).toEqual(['new']));
});

it('keeps the files that another tab has attached to the same draft', async () => {
  const [tab, otherTab] = [createDraftStore('grace'), createDraftStore('grace')];
  tab.write(to('ada'), withFiles(aFile('a')));
  otherTab.write(to('ada'), { ...emptyDraft, text: 'Hello' });
  otherTab.write(to('ada'), withFiles(aFile('b')));
  await vi.waitFor(() => expect(storedIds()).toEqual(['a', 'b']));
  expect(await readIds()).toEqual(['a', 'b']);
  tab.write(to('ada'), emptyDraft);
  expect(await readIds()).toEqual(['b']);
});

it('notices that another tab has removed the files', async () => {
  const tab = createDraftStore('grace');
  expect(tab.areFilesRemoved('ada')).toBe(false);
  tab.write(to('ada'), withFiles(aFile('a'), aFile('b')));
  await vi.waitFor(() => expect(storedIds()).toEqual(['a', 'b']));
  const otherTab = createDraftStore('grace');
  await otherTab.readFiles('ada');
  otherTab.write(to('ada'), withFiles(aFile('b')));
  expect(tab.areFilesRemoved('ada')).toBe(false);
  otherTab.write(to('ada'), emptyDraft);
  expect(tab.areFilesRemoved('ada')).toBe(true);
  expect(otherTab.areFilesRemoved('ada')).toBe(false);
});

it('keeps the files of the page where localStorage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  const drafts = createDraftStore('grace');
  drafts.write(to('ada'), withFiles(aFile('a')));
  expect(drafts.areFilesRemoved('ada')).toBe(false);
});

it('does not show the files to another account, and stores none after signing out', async () => {
  const drafts = createDraftStore('grace');
  drafts.write(to('ada'), withFiles(aFile('a')));
  await vi.waitFor(() => expect(storedIds()).toEqual(['a']));
  signIn('linus');
  expect(await readIds('ada', 'linus')).toBeNull();
  drafts.write(to('ada'), withFiles(aFile('a'), aFile('late')));
  createDraftStore('linus').write(to('ada'), withFiles(aFile('own')));
  await vi.waitFor(() => expect(storedIds('linus')).toEqual(['own']));
  expect(storedIds()).toEqual(['a']);
});

it('stores no file after signing out while the database module is loading', async () => {
  createDraftStore('grace').write(to('ada'), withFiles(aFile('a')));
  clearSession();
  await vi.waitFor(() => expect(listedIds()).toEqual([]));
  expect(storedIds()).toEqual([]);
});

it('stores at most 200 MB per account', async () => {
  const drafts = createDraftStore('grace');
  drafts.write(to('ada'), withFiles(aFile('video', {}, 150 * megabyte)));
  drafts.write(
    to('ben'),
    withFiles(aFile('large', {}, 51 * megabyte), aFile('b', {}, 50 * megabyte)),
  );
  await vi.waitFor(() => expect(storedIds()).toEqual(['video', 'b']));
  expect(await readIds('ben')).toEqual(['b']);
});

it('lists no file that could not be stored, and keeps it for this page', async () => {
  const drafts = createDraftStore('grace');
  const [large, small] = [aFile('large', {}, 201 * megabyte), aFile('small')];
  drafts.write(to('ada'), withFiles(large, small));
  await vi.waitFor(() => expect(listedIds()).toEqual(['small']));
  drafts.write(to('ada'), withFiles({ ...large, altText: 'A film' }, small));
  expect(listedIds()).toEqual(['small']);
  expect(createDraftStore('grace').takeLost('ada')).toEqual(['large.png']);
  drafts.write(to('ada'), withFiles(large));
  expect(drafts.areFilesRemoved('ada')).toBe(false);
  drafts.write(to('ada'), emptyDraft);
  expect(localStorage.getItem('draft:grace:chat:ada')).toBeNull();
});

it('removes files from the list that are no longer stored', async () => {
  createDraftStore('grace').write(to('ada'), withFiles(aFile('lost'), aFile('b')));
  await vi.waitFor(() => expect(storedIds()).toEqual(['lost', 'b']));
  fileDatabases.get('grace')?.delete('lost');
  const reloaded = createDraftStore('grace');
  expect((await reloaded.readFiles('ada'))?.map(({ id }) => id)).toEqual(['b']);
  expect(listedIds()).toEqual(['b']);
  expect(reloaded.takeLost('ada')).toEqual(['lost.png']);
  expect(reloaded.takeLost('ada')).toEqual([]);
});

it('waits for a file that is still being stored', async () => {
  createDraftStore('grace').write(to('ada'), withFiles(aFile('a')));
  expect(await readIds()).toEqual(['a']);
});

it('forgets the files when signing out, and keeps the text', async () => {
  server.use(mockRoute(routes.logout, () => ({ success: true, message: '' })));
  const drafts = createDraftStore('grace');
  drafts.write(to('ada'), { ...withFiles(aFile('a', { altText: 'A loom' })), text: 'Hello' });
  await vi.waitFor(() => expect(storedIds()).toEqual(['a']));
  await logOut();
  expect(listedIds()).toEqual([]);
  expect(JSON.stringify(localStorage)).not.toContain('A loom');
  expect(drafts.read('ada').text).toBe('Hello');
});

it('restores the text where the browser forbids IndexedDB', async () => {
  fileDatabaseState.error = new DOMException('Forbidden', 'InvalidStateError');
  createDraftStore('grace').write(to('ada'), { ...withFiles(aFile('a')), text: 'Hello' });
  await vi.waitFor(() => expect(listedIds()).toEqual([]));
  expect(await readIds()).toBeNull();
  expect(createDraftStore('grace').takeLost('ada')).toEqual(['a.png']);
  expect(createDraftStore('grace').read('ada').text).toBe('Hello');
});
