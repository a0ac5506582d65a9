import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { SavedDraft } from '@skein/contracts/threads';
import { getSessionUser } from '../../../lib/session/index.ts';
import { capturePoster } from '../../../lib/video-poster.ts';
import { mockRoute, server } from '../../../testing/api.ts';
import {
  aPictureFile,
  givenFeed,
  givenPosting,
  selectFiles,
  waitForDialog,
  waitForDialogToClose,
} from '../../../testing/composer.ts';
import { fileDatabaseState, fileDatabases } from '../../../testing/file-database.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aDraft, aPicture } from '../../../testing/threads.ts';
import { createDraftFiles } from './draft-files.ts';
import { closeComposer } from '../../../testing/dialogs.tsx';

vi.mock('./file-database.ts', () => import('../../../testing/file-database.ts'));
vi.mock('../../../lib/video-poster.ts', () => ({
  capturePoster: vi.fn<typeof capturePoster>(
    async () => new File(['x'], 'poster.jpg', { type: 'image/jpeg' }),
  ),
}));

type User = ReturnType<typeof renderApp>;

async function openComposer(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  return waitForDialog('New thread');
}

async function openDialog() {
  const user = renderApp('/feed');
  return { user, ...(await openComposer(user)) };
}

/** Opens the composer with the content that the device has stored, as after a reload. */
async function reopen(user: User) {
  closeComposer();
  await waitForDialogToClose();
  return openComposer(user);
}

const userId = () => getSessionUser()?.id ?? '';
const storedNames = () =>
  [...(fileDatabases.get(userId())?.values() ?? [])].map(({ attachment }) => attachment.file.name);
const waitForStored = (...names: string[]) =>
  vi.waitFor(() => expect(storedNames().toSorted()).toEqual(names.toSorted()));
const removeButtons = () => screen.queryAllByRole('button', { name: /^Remove .*\.png$/ });
const shownNames = () =>
  removeButtons().map((button) => button.getAttribute('aria-label')?.slice('Remove '.length));
const waitForShown = (...names: string[]) => waitFor(() => expect(shownNames()).toEqual(names));

const getHandle = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Move ${name}`) });

async function describeFile(user: User, name: string, altText: string) {
  await user.click(screen.getByRole('button', { name: `ALT: describe ${name}` }));
  const field = screen.getByRole('textbox', { name: 'Description' });
  fireEvent.change(field, { target: { value: altText } });
}

beforeEach(() => givenFeed());

describe('the files of an unpublished draft', () => {
  it('return after a reload in their order, with descriptions and the sensitive mark', async () => {
    const posted = givenPosting();
    const { user } = await openDialog();
    selectFiles([aPictureFile('a.png'), aPictureFile('b.png')]);
    await describeFile(user, 'a.png', 'A loom');
    fireEvent.keyDown(getHandle('a.png'), { key: 'ArrowRight' });
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Add another part' }));
    const partText = await screen.findByRole('textbox', { name: 'Text of part 2' });
    await waitFor(() => expect(partText).toHaveFocus());
    selectFiles([aPictureFile('c.png')]);
    await waitForStored('a.png', 'b.png', 'c.png');

    const { dialog } = await reopen(user);
    await waitForShown('b.png', 'a.png', 'c.png');
    expect(screen.getByRole('checkbox')).toBeChecked();
    const restoredPart = await screen.findByRole('listitem', { name: 'Part 2' });
    expect(within(restoredPart).getByRole('button', { name: 'Remove c.png' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Post' }));
    await waitForDialogToClose();
    expect(posted[0]?.form).toMatchObject({
      media: ['b.png', 'a.png', 'c.png'],
      altText: ['', 'A loom', ''],
      isSensitive: ['true'],
    });
    await waitForStored();
    await openComposer(user);
    expect(removeButtons()).toEqual([]);
  });

  it('are published once when the page was reloaded before the response', async () => {
    const keys: (string | null)[] = [];
    server.use(
      mockRoute(routes.createThread, (request) => {
        keys.push(request.headers.get('idempotency-key'));
        return new Promise(() => undefined);
      }),
    );
    const { user, dialog } = await openDialog();
    selectFiles([aPictureFile('a.png')]);
    await waitForStored('a.png');
    await user.click(within(dialog).getByRole('button', { name: 'Post' }));
    await vi.waitFor(() => expect(keys).toHaveLength(1));

    const { dialog: restored } = await reopen(user);
    await waitForShown('a.png');
    await user.click(within(restored).getByRole('button', { name: 'Post' }));
    await vi.waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
    await reopen(user);
    await waitForShown('a.png');
    fileDatabases.get(userId())?.clear();
    const { textBox, dialog: withoutFile } = await reopen(user);
    await waitFor(() => expect(removeButtons()).toEqual([]));
    fireEvent.change(textBox, { target: { value: 'No file' } });
    const posted = givenPosting();
    await user.click(within(withoutFile).getByRole('button', { name: 'Post' }));
    await vi.waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.key).not.toBe(keys[0]);
  });

  it('are sent with the same posters and the same key after a reload', async () => {
    const keys: (string | null)[] = [];
    server.use(
      mockRoute(routes.createThread, (request) => {
        keys.push(request.headers.get('idempotency-key'));
        return new Promise(() => undefined);
      }),
    );
    const { user, dialog } = await openDialog();
    selectFiles([new File(['x'], 'a.mp4', { type: 'video/mp4' })], 'Add videos');
    await waitForStored('a.mp4');
    await user.click(within(dialog).getByRole('button', { name: 'Post' }));
    await vi.waitFor(() => expect(keys).toHaveLength(1));
    const [stored] = fileDatabases.get(userId())?.values() ?? [];
    expect(stored?.attachment.poster?.name).toBe('poster.jpg');

    const { dialog: restored } = await reopen(user);
    await screen.findByRole('button', { name: 'Remove a.mp4' });
    await user.click(within(restored).getByRole('button', { name: 'Post' }));
    await vi.waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
    expect(capturePoster).toHaveBeenCalledTimes(1);
  });

  it('are deleted when the draft is discarded', async () => {
    const { user } = await openDialog();
    selectFiles([aPictureFile('a.png')]);
    await waitForStored('a.png');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitForDialogToClose();
    await waitForStored();
    expect(JSON.stringify(localStorage)).not.toMatch(/draft/);
  });

  it('stay when the dialog is closed before they are loaded', async () => {
    const { user } = await openDialog();
    selectFiles([aPictureFile('a.png')]);
    await waitForStored('a.png');
    closeComposer();
    await waitForDialogToClose();
    const opened = Promise.withResolvers<void>();
    fileDatabaseState.opened = opened.promise;
    const { dialog, textBox } = await openComposer(user);
    fireEvent.change(textBox, { target: { value: 'Wait' } });
    expect(within(dialog).getByRole('button', { name: 'Post' })).toBeDisabled();
    await user.keyboard('{Escape}');
    await waitForDialogToClose();
    opened.resolve();
    expect((await openComposer(user)).textBox).toHaveValue('Wait');
    await waitForShown('a.png');
  });

  describe('that cannot be loaded', () => {
    const problem = "Files that couldn't be restored: a.png";

    async function openWithoutFiles() {
      const { user } = await openDialog();
      selectFiles([aPictureFile('a.png')]);
      await waitForStored('a.png');
      fileDatabaseState.error = new DOMException('Failed', 'UnknownError');
      const reopened = await reopen(user);
      expect(await screen.findByText(problem)).toBeVisible();
      fileDatabaseState.error = null;
      return { user, ...reopened };
    }

    it('are reported, also while the user types, and stay stored', async () => {
      const { user, textBox } = await openWithoutFiles();
      fireEvent.change(textBox, { target: { value: 'No file' } });
      expect(screen.getByText(problem)).toBeVisible();
      fireEvent.change(textBox, { target: { value: '' } });
      await user.keyboard('{Escape}');
      await waitForDialogToClose();
      await openComposer(user);
      await waitForShown('a.png');
    });

    it('are deleted when the draft is discarded', async () => {
      const { user, textBox } = await openWithoutFiles();
      fireEvent.change(textBox, { target: { value: 'No file' } });
      await user.keyboard('{Escape}');
      await user.click(await screen.findByRole('button', { name: 'Discard' }));
      await waitForDialogToClose();
      await waitForStored();
      expect(JSON.stringify(localStorage)).not.toMatch(/draft/);
    });
  });

  it('of another tab are kept, and stored again after it has published the draft', async () => {
    const { user, textBox } = await openDialog();
    const otherTab = createDraftFiles(userId());
    const file = {
      id: 'other',
      file: aPictureFile('other.png'),
      kind: 'image',
      altText: '',
    } as const;
    otherTab.write('thread', [file]);
    selectFiles([aPictureFile('a.png')]);
    await waitForStored('a.png', 'other.png');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitForDialogToClose();
    await waitForStored('other.png');

    expect(textBox).not.toBeInTheDocument();
    const { textBox: reopened } = await openComposer(user);
    await waitForShown('other.png');
    otherTab.write('thread', []);
    await waitForStored();
    fireEvent.change(reopened, { target: { value: 'Mine' } });
    await waitForStored('other.png');
  });

  it('do not return where the browser forbids IndexedDB, unlike the text', async () => {
    fileDatabaseState.error = new DOMException('Forbidden', 'InvalidStateError');
    const { user, textBox } = await openDialog();
    fireEvent.change(textBox, { target: { value: 'Only text' } });
    selectFiles([aPictureFile('a.png')]);
    await waitForShown('a.png');
    const { dialog, textBox: restored } = await reopen(user);
    expect(restored).toHaveValue('Only text');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Post' })).toBeEnabled());
    expect(removeButtons()).toEqual([]);
  });
});

describe('new files of a draft on the server', () => {
  const media = aPicture({ altText: 'Blue yarn', originalName: 'blue.png' });
  const stored = aDraft({ version: 3, parts: [{ content: 'Half a thought', media: [media] }] });

  function givenDrafts(list: SavedDraft[]) {
    server.use(
      mockRoute(routes.listDrafts, () => {
        const page = { page: 0, size: 20, last: true, nextCursor: null };
        return { content: list, ...page };
      }),
      mockRoute(routes.updateDraft, () => stored),
      mockRoute(routes.deleteDraft, () => ({
        success: true,
        message: '',
      })),
    );
  }

  async function openDraft(user: User) {
    await user.click(screen.getByRole('button', { name: 'Drafts' }));
    await user.click(await screen.findByRole('button', { name: /^Half a thought/ }));
    return waitForDialog('New thread');
  }

  it('return between the others, with all descriptions, and are deleted with the draft', async () => {
    givenDrafts([stored]);
    const { user } = await openDialog();
    await openDraft(user);
    selectFiles([aPictureFile('new.png')]);
    await describeFile(user, 'blue.png', 'Navy yarn');
    fireEvent.keyDown(getHandle('new.png'), { key: 'ArrowLeft' });
    await waitForShown('new.png', 'blue.png');
    await waitForStored('new.png');
    await reopen(user);
    await openDraft(user);
    await waitForShown('new.png', 'blue.png');
    expect(screen.getByRole('img', { name: 'Navy yarn' })).toBeInTheDocument();

    closeComposer();
    await waitForDialogToClose();
    await openComposer(user);
    await user.click(screen.getByRole('button', { name: 'Drafts' }));
    await user.click(
      await screen.findByRole('button', { name: 'Delete the draft “Half a thought”' }),
    );
    const confirmation = await screen.findByRole('alertdialog', { name: 'Delete this draft?' });
    await user.click(within(confirmation).getByRole('button', { name: 'Delete' }));
    await waitForStored();
  });

  it('stay after the others when the dialog is closed before they are loaded', async () => {
    givenDrafts([stored]);
    const { user } = await openDialog();
    await openDraft(user);
    selectFiles([aPictureFile('new.png')]);
    await waitForStored('new.png');
    await reopen(user);
    const opened = Promise.withResolvers<void>();
    fileDatabaseState.opened = opened.promise;
    await openDraft(user);
    await waitForShown('blue.png');
    await reopen(user);
    opened.resolve();
    await openDraft(user);
    await waitFor(() => expect(shownNames()).toEqual(['blue.png', 'new.png']));
  });

  it('are replaced by those of the draft that a lost response has created', async () => {
    givenDrafts([]);
    let attempts = 0;
    const created = {
      ...stored,
      parts: [{ content: 'Precious', media: [{ ...media, id: 'upload' }] }],
    };
    const post = { id: 'upload', content: '', mediaUrl: '/media/u', mediaType: 'image' } as const;
    server.use(
      mockRoute(routes.uploadMedia, () => ({
        success: true,
        message: '',
        post,
      })),
      mockRoute(routes.createDraft, () => {
        attempts += 1;
        return attempts === 1 ? Response.error() : created;
      }),
    );
    const { user, textBox } = await openDialog();
    fireEvent.change(textBox, { target: { value: 'Precious' } });
    selectFiles([aPictureFile('new.png')]);
    await waitForStored('new.png');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText(/^The draft couldn't be saved/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await reopen(user);
    await waitForShown('blue.png');
    await waitForStored();
  });
});
