import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { SavedDraft } from '@skein/contracts/threads';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import {
  aPictureFile,
  selectFiles,
  waitForDialogToClose,
  waitForDialog,
  givenFeed,
  givenPosting,
} from '../../../testing/composer.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { parseMultipartForm } from '../../../testing/multipart.ts';
import { aDraft, aPicture, anId } from '../../../testing/threads.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { emptyDraft, writeDraft } from '../editor/draft.ts';
import { closeComposer } from '../../../testing/dialogs.tsx';

async function openDialog() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  return { user, ...(await waitForDialog('New thread')) };
}

/** Opens the dialog with what the device has stored, as after a reload. */
async function reopen(user: ReturnType<typeof renderApp>) {
  closeComposer();
  await waitForDialogToClose();
  await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
  return waitForDialog('New thread');
}

beforeEach(() => givenFeed());

describe('drafts on the server', () => {
  const file = aPicture({ altText: 'Blue yarn' });
  const stored = aDraft({ version: 3, parts: [{ content: 'Half a thought', media: [file] }] });
  let drafts: SavedDraft[];
  let respondToUpload: () => Promise<void>;

  /** Records what is saved; `respond` replaces the response to a change. */
  function givenDrafts(list: SavedDraft[], respond = (): SavedDraft | Response => stored) {
    drafts = list;
    respondToUpload = async () => undefined;
    const saved: { method: string; form: Record<string, string[]> }[] = [];
    const record = async (request: Request) => {
      saved.push({ method: request.method, form: await parseMultipartForm(request) });
    };
    const post = { id: 'upload', content: '', mediaUrl: '/media/u', mediaType: 'image' } as const;
    server.use(
      mockRoute(routes.listDrafts, () => {
        const page = { page: 0, size: 20, last: true, nextCursor: null };
        return { content: drafts, ...page };
      }),
      mockRoute(routes.createDraft, async (request) => {
        await record(request);
        return { ...stored, parts: [{ content: 'Precious', media: [{ ...file, id: post.id }] }] };
      }),
      mockRoute(routes.updateDraft, async (request) => {
        await record(request);
        return respond();
      }),
      mockRoute(routes.uploadMedia, async () => {
        await respondToUpload();
        return { success: true, message: '', post };
      }),
      mockRoute(routes.deleteDraft, () => {
        drafts = [];
        return { success: true, message: '' };
      }),
    );
    return saved;
  }

  async function openDraft() {
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Drafts' }));
    await user.click(await screen.findByRole('button', { name: /^Half a thought/ }));
    return { user, ...(await waitForDialog('New thread')) };
  }

  it('are saved with their files when the dialog is closed', async () => {
    const saved = givenDrafts([]);
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Precious');
    selectFiles([aPictureFile('a.png')]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    respondToUpload = () => new Promise(() => undefined);
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(saved).toEqual([]);
    respondToUpload = async () => undefined;
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    await waitForDialogToClose();
    const part = { content: 'Precious', media: [{ id: 'upload', altText: '' }] };
    expect(saved).toMatchObject([{ method: 'POST', form: { parts: [JSON.stringify(part)] } }]);
    await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    expect((await waitForDialog('New thread')).textBox).toHaveValue('');
  });

  it('are continued with their files, saved and published together with the thread', async () => {
    const posted = givenPosting();
    const saved = givenDrafts([stored]);
    const { user, textBox, dialog } = await openDraft();
    expect(textBox).toHaveValue('Half a thought');
    expect(screen.getByRole('img', { name: 'Blue yarn' })).toBeInTheDocument();
    await user.type(textBox, '!');
    await user.click(within(dialog).getByRole('button', { name: 'Post' }));
    await waitForDialogToClose();
    expect(saved).toMatchObject([{ method: 'PUT', form: { version: ['3'] } }]);
    expect(posted).toMatchObject([
      {
        path: '/api/threads',
        form: {
          content: ['Half a thought!'],
          draftId: [stored.id],
          draftVersion: ['3'],
          uploadIds: [file.id],
          altText: ['Blue yarn'],
        },
      },
    ]);
    expect(posted[0]?.form['media']).toBeUndefined();
  });

  it('keep a new picture after a failed publication and a reload', async () => {
    const media = [file, { ...aPicture({ altText: 'Red yarn' }), id: 'upload' }];
    const later = { ...stored, version: 4, parts: [{ content: 'More', media }] };
    const saved = givenDrafts([stored], () => later);
    const upload = vi.fn<() => Promise<void>>(async () => undefined);
    respondToUpload = upload;
    const error = { status: 503, code: 'unavailable' } as const;
    server.use(mockRoute(routes.createThread, () => errorResponse(error)));
    const { user, textBox, dialog } = await openDraft();
    fireEvent.change(textBox, { target: { value: 'More' } });
    selectFiles([aPictureFile('a.png')]);
    const postButton = within(dialog).getByRole('button', { name: 'Post' });
    await user.click(postButton);
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(postButton).toBeEnabled());
    expect(upload).toHaveBeenCalledOnce();
    fireEvent.change(textBox, { target: { value: 'More and more' } });
    closeComposer();
    await waitForDialogToClose();
    drafts = [later];
    await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    await user.click(await screen.findByRole('button', { name: 'Drafts' }));
    await user.click(await screen.findByRole('button', { name: /^More/ }));
    expect((await waitForDialog('New thread')).textBox).toHaveValue('More and more');
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(2);
  });

  it('stay one draft when they are edited after the response to saving is lost', async () => {
    const saved = givenDrafts([], () => ({ ...stored, version: 4 }));
    server.use(
      mockRoute(routes.createDraft, (request) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? Response.error() : stored;
      }),
    );
    const keys: (string | null)[] = [];
    const { user, textBox } = await openDialog();
    const save = async () => {
      await user.keyboard('{Escape}');
      await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    };
    await user.type(textBox, 'Half');
    await save();
    expect(await screen.findByText(/^The draft couldn't be saved/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    fireEvent.change(textBox, { target: { value: 'Half a thought!' } });
    await save();
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    await waitForDialogToClose();
    expect(keys).toEqual([expect.any(String), keys[0]]);
    const parts = [JSON.stringify({ content: 'Half a thought!', media: [] })];
    expect(saved).toMatchObject([{ method: 'PUT', form: { version: ['3'], parts } }]);
    expect(Object.keys(localStorage).join(' ')).not.toContain('draft:');
  });

  it('stay one draft, with its files, when the page is reloaded before the response arrives', async () => {
    let isConnected = false;
    const requests = new Map<string, SavedDraft>();
    const parts = [{ content: 'Half', media: [{ ...file, id: 'upload' }] }];
    const saved = givenDrafts([], () => ({ ...stored, version: 2 }));
    server.use(
      mockRoute(routes.createDraft, (request) => {
        const key = request.headers.get('idempotency-key') ?? '';
        const created = requests.get(key) ?? { ...stored, id: anId(), version: 1, parts };
        requests.set(key, created);
        // The server has created the draft, but the connection ends before the response.
        return isConnected ? created : Response.error();
      }),
    );
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Half');
    selectFiles([aPictureFile('a.png')]);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText(/^The draft couldn't be saved/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    fireEvent.change(textBox, { target: { value: 'Half a thought' } });
    expect((await reopen(user)).textBox).toHaveValue('Half a thought');
    isConnected = true;
    const again = await reopen(user);
    expect(await screen.findByRole('img', { name: 'Blue yarn' })).toBeInTheDocument();
    expect(again.textBox).toHaveValue('Half a thought');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    await waitForDialogToClose();
    expect(requests.size).toBe(1);
    const media = [{ id: 'upload', altText: 'Blue yarn' }];
    expect(saved).toMatchObject([
      {
        method: 'PUT',
        form: { version: ['1'], parts: [JSON.stringify({ content: 'Half a thought', media })] },
      },
    ]);
    expect(Object.keys(localStorage).join(' ')).not.toContain('draft');
  });

  it('become a second draft if another device changed the first one before the reload', async () => {
    const changed = { ...stored, version: 5, updatedAt: '2040-01-01T00:00:00.000Z' };
    const saved = givenDrafts([], () => ({ ...stored, id: anId() }));
    let attempts = 0;
    server.use(
      mockRoute(routes.createDraft, () => {
        attempts += 1;
        return attempts === 1 ? Response.error() : changed;
      }),
    );
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Half');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText(/^The draft couldn't be saved/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await reopen(user);
    await screen.findByRole('img', { name: 'Blue yarn' });
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Saved as a second draft')).toBeInTheDocument();
    expect(saved).toMatchObject([{ method: 'PUT', form: { version: ['1'] } }]);
  });

  it('are deleted by publishing after the response to saving was lost', async () => {
    givenDrafts([]);
    const posted = givenPosting();
    let attempts = 0;
    server.use(
      mockRoute(routes.createDraft, () => {
        attempts += 1;
        return attempts === 1 ? Response.error() : stored;
      }),
    );
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Half');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText(/^The draft couldn't be saved/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await user.click(screen.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Thread Created!')).toBeInTheDocument();
    expect(posted).toMatchObject([{ form: { content: ['Half'], draftId: [stored.id] } }]);
  });

  it('continue the current version when a lost response has saved the changes', async () => {
    const userId = getSessionUser()?.id ?? '';
    const saved = givenDrafts([stored]);
    const files = [[{ id: file.id, altText: 'Blue yarn' }]];
    const changed = { ...emptyDraft, text: 'Half a thought', files, baseVersion: 2 };
    writeDraft({ userId, name: `saved:${stored.id}` }, changed);
    const { user, textBox } = await openDraft();
    await user.type(textBox, '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    await waitForDialogToClose();
    expect(saved).toMatchObject([{ method: 'PUT', form: { version: ['3'] } }]);
  });

  it('keep the planned time, and ask for another when it has passed', async () => {
    const saved = givenDrafts([{ ...stored, scheduledAt: '2020-02-29T08:30:00.000Z' }]);
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Drafts' }));
    expect(await screen.findByText(/^Planned for .*2020/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Half a thought/ }));
    const { dialog } = await waitForDialog('New thread');
    expect(screen.getByText(/^This time has passed/)).toBeVisible();
    const submit = within(dialog).getAllByRole('button', { name: 'Schedule' }).at(-1);
    expect(submit).toBeDisabled();
    fireEvent.change(screen.getByLabelText('Publish at'), {
      target: { value: '2099-03-01T09:30' },
    });
    expect(submit).toBeEnabled();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    await waitForDialogToClose();
    const scheduledAt = [new Date(2099, 2, 1, 9, 30).toISOString()];
    expect(saved).toMatchObject([{ form: { scheduledAt } }]);
  });

  it('stay unchanged when changes are discarded, and report a change on another device', async () => {
    const saved = givenDrafts([stored], () => ({ ...stored, id: anId() }));
    const { user, textBox } = await openDraft();
    await user.type(textBox, ' more');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitForDialogToClose();
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    await waitForDialog('New thread');
    await user.click(screen.getByRole('button', { name: 'Drafts' }));
    await user.click(await screen.findByRole('button', { name: /^Half a thought/ }));
    const again = await waitForDialog('New thread');
    expect(textBox).not.toBeInTheDocument();
    expect(again.textBox).toHaveValue('Half a thought');
    await user.type(again.textBox, '!');
    await user.keyboard('{Escape}');
    await screen.findByRole('button', { name: 'Discard changes' });
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Saved as a second draft')).toBeInTheDocument();
    await waitForDialogToClose();
  });

  it('keep their text in the dialog if they were deleted on another device', async () => {
    givenDrafts([stored], () => errorResponse({ status: 404, code: 'not_found' }));
    const { user, textBox, dialog } = await openDraft();
    await user.type(textBox, '!');
    await user.click(within(dialog).getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('This draft no longer exists')).toBeInTheDocument();
    expect(textBox).toHaveValue('Half a thought!');
    expect(screen.queryByRole('img', { name: 'Blue yarn' })).not.toBeInTheDocument();
    expect(Object.keys(localStorage).join(' ')).toMatch(/draft:\S+:thread\b/);
    const posted = givenPosting();
    await user.click(within(dialog).getByRole('button', { name: 'Post' }));
    await waitForDialogToClose();
    expect(posted[0]?.form['draftId']).toBeUndefined();
  });

  it('are saved again after a rejected publication', async () => {
    let isGone = false;
    const fail = (status: 404 | 409) => () => errorResponse({ status, code: 'conflict' });
    const saved = givenDrafts([stored], () => (isGone ? fail(404)() : stored));
    server.use(mockRoute(routes.createThread, fail(409)));
    const { user, textBox, dialog } = await openDraft();
    await user.type(textBox, '!');
    const postButton = within(dialog).getByRole('button', { name: 'Post' });
    await user.click(postButton);
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(postButton).toBeEnabled());
    isGone = true;
    await user.click(postButton);
    expect(await screen.findByText('This draft no longer exists')).toBeInTheDocument();
    expect(saved).toHaveLength(2);
    expect(textBox).toHaveValue('Half a thought!');
  });

  it('become threads if their thread is gone, and are deleted after a confirmation', async () => {
    server.use(
      mockRoute(routes.getThread, () => errorResponse({ status: 404, code: 'not_found' })),
    );
    givenDrafts([{ ...stored, parentThreadId: anId() }]);
    const { user } = await openDraft();
    expect(screen.getByText(/^You can no longer reply/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Drafts' }));
    expect(await screen.findByText('Reply', { selector: 'li span' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete the draft “Half a thought”' }));
    const confirmation = await screen.findByRole('alertdialog', { name: 'Delete this draft?' });
    await user.click(within(confirmation).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Draft deleted')).toBeInTheDocument();
    expect(await screen.findByText(/^No drafts\./)).toBeInTheDocument();
  });
});
