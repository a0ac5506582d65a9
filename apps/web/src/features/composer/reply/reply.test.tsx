import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { mockRoute, networkFailure, errorResponse, server } from '../../../testing/api.ts';
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
import { aDraft, aThread } from '../../../testing/threads.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import { findDraftTarget } from '../drafts/drafts.queries.ts';
import { ReplyBox } from './reply-box.tsx';
import { openComposer, TestDialogs } from '../../../testing/dialogs.tsx';

const thread = aThread({
  content: 'Wool or cotton?',
  repliesCount: 3,
  // An emoji, which a placeholder cannot show.
  userName: 'Ada \u200B:loom:\u200B Weaver',
});

/** Its author on another server approves replies. */
const approvedThread: Thread = {
  ...thread,
  remote: {
    uri: 'https://example.org/1',
    url: 'https://example.org/1',
    richText: null,
    attachments: [],
    approvesReplies: true,
    quoteApproval: { automatic: [], manual: [], viewer: 'denied' },
  },
};

beforeEach(() => givenFeed([thread]));

describe('the reply dialog', () => {
  async function openDialog(parent = thread) {
    const user = renderApp('/feed');
    await screen.findByText('Wool or cotton?');
    openComposer({ kind: 'reply', thread: parent });
    const { dialog, textBox } = await waitForDialog('Reply');
    return { user, dialog, textBox, send: within(dialog).getByRole('button', { name: 'Reply' }) };
  }

  it('shows the reply parent and increments its reply count', async () => {
    const posted = givenPosting({ parentThreadId: thread.id, rootThreadId: thread.id });
    const { user, dialog, textBox, send } = await openDialog();
    expect(dialog).toHaveTextContent('Wool or cotton?');
    expect(textBox).toHaveAttribute('placeholder', 'Reply to Ada Weaver...');
    expect(send).toBeDisabled();
    await user.type(textBox, 'Wool!');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitForDialogToClose();
    expect(posted.map(({ form }) => form)).toEqual([
      { content: ['Wool!'], parentThreadId: [thread.id], replyPermission: ['ANYONE'] },
    ]);
    expect(screen.getByRole('article')).toHaveTextContent(/4.*repl/);
  });

  it('says that the author on another server approves replies', async () => {
    const { dialog } = await openDialog(approvedThread);
    expect(dialog).toHaveTextContent('after Ada Weaver has approved it');
  });

  it('does not say so to a private account, whose replies that author does not see', async () => {
    givenFeed([thread], { isPrivate: true });
    const { dialog } = await openDialog(approvedThread);
    expect(dialog).not.toHaveTextContent('has approved it');
  });

  it('reports an error and keeps the text', async () => {
    server.use(mockRoute(routes.createThread, networkFailure));
    const { user, textBox, send } = await openDialog();
    await user.type(textBox, 'Precious');
    await user.click(send);
    expect(await screen.findByText('Failed to create reply. Please try again.')).toBeVisible();
    expect(textBox).toHaveValue('Precious');
    expect(send).toBeEnabled();
  });

  it('keeps the target of a draft that the server does not publish now', async () => {
    const draft = aDraft({ parentThreadId: thread.id });
    const saved: Record<string, string[]>[] = [];
    const message = 'Only followers of Ada Weaver can reply.';
    server.use(
      mockRoute(routes.getThread, () => ({
        ...thread,
        canReply: false,
      })),
      mockRoute(routes.updateDraft, async (request) => {
        saved.push(await parseMultipartForm(request));
        return draft;
      }),
      mockRoute(routes.createThread, () =>
        errorResponse({ status: 403, code: 'forbidden', message }),
      ),
    );
    const user = renderApp('/feed');
    await screen.findByText('Wool or cotton?');
    openComposer(await findDraftTarget(draft));
    const { dialog, textBox } = await waitForDialog('Reply');
    await user.type(textBox, '!');
    await user.click(within(dialog).getByRole('button', { name: 'Reply' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(saved).toMatchObject([{ parentThreadId: [thread.id] }]);
    expect(textBox).toHaveValue('Half a thought!');
  });

  it('stores a separate draft for each thread', async () => {
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Half a reply');
    openComposer({ kind: 'reply', thread: aThread() });
    expect((await waitForDialog('Reply')).textBox).toHaveValue('');
    openComposer({ kind: 'reply', thread });
    expect((await waitForDialog('Reply')).textBox).toHaveValue('Half a reply');
  });
});

describe('the reply box', () => {
  function renderBox(parent: Thread) {
    const onCreated = vi.fn<(reply: Thread) => void>();
    render(
      <TestDialogs>
        <QueryClientProvider client={createQueryClient()}>
          <ReplyBox thread={parent} onCreated={onCreated} />
          <Toasts />
        </QueryClientProvider>
      </TestDialogs>,
    );
    return { user: userEvent.setup(), onCreated };
  }

  const open = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: 'Reply to Ada Weaver...' }));
    return screen.findByRole('textbox', { name: 'Text' });
  };

  it('opens inline, sends text or files, and closes', async () => {
    const posted = givenPosting({ parentThreadId: thread.id });
    const { user, onCreated } = renderBox(thread);
    const textBox = await open(user);
    await waitFor(() => expect(textBox).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Add a poll' })).toBeEnabled();
    // The author of the root decides who may reply.
    const permission = { name: 'Who can reply and quote' };
    expect(screen.queryByRole('combobox', permission)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reply' })).toBeDisabled();
    selectFiles([aPictureFile('a.png')]);
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    const line = await screen.findByRole('button', { name: 'Reply to Ada Weaver...' });
    expect(line).toBeInTheDocument();
    expect(posted[0]?.form).toMatchObject({
      media: ['a.png'],
      parentThreadId: [thread.id],
      replyPermission: ['ANYONE'],
    });
    expect(onCreated).toHaveBeenCalledOnce();
  });

  it('has the audience of its parent or a narrower one', async () => {
    const { user } = renderBox({ ...thread, audience: 'unlisted' });
    await open(user);
    const audience = screen.getByRole('combobox', { name: 'Who can see this thread' });
    expect(audience).toHaveValue('unlisted');
    const options = within(audience).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Unlisted', 'Only followers']);
  });

  it('is disabled while posting, and shows the reason of a rejection', async () => {
    let reject: (response: Response) => void = () => {};
    const requests = vi.fn<() => Promise<Response>>(
      () => new Promise((resolve) => (reject = resolve)),
    );
    server.use(mockRoute(routes.createThread, requests));
    const { user } = renderBox(thread);
    await user.type(await open(user), 'Wool!');
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    const busy = screen.getByRole('button', { name: 'Replying...' });
    expect(busy).toBeDisabled();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await vi.waitFor(() => expect(requests).toHaveBeenCalled());
    reject(errorResponse({ status: 403, code: 'forbidden', message: 'You cannot reply here.' }));
    expect(await screen.findByText('Failed to create reply. Please try again.')).toBeVisible();
    expect(screen.getByText('You cannot reply here.')).toBeVisible();
    expect(requests).toHaveBeenCalledOnce();
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Wool!');
  });

  it('asks for confirmation before Cancel discards content', async () => {
    const { user } = renderBox(thread);
    await user.type(await open(user), 'Wool!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const confirmDialog = await screen.findByRole('alertdialog', { name: 'Save as a draft?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(confirmDialog).not.toBeInTheDocument());
    await user.keyboard('{Escape}');
    const again = await screen.findByRole('alertdialog', { name: 'Save as a draft?' });
    await user.click(within(again).getByRole('button', { name: 'Discard' }));
    expect(await open(user)).toHaveValue('');
  });

  it.each([
    [{ replyPermission: 'FOLLOWERS' }, 'Only followers of Ada Weaver can reply to this thread.'],
    [{ replyPermission: 'FOLLOWING' }, 'Only people Ada Weaver follows can reply to this thread.'],
    [
      { replyPermission: 'MENTIONED_ONLY' },
      'Only people mentioned in this thread can reply to it.',
    ],
    [
      { parentThreadId: thread.id, threadLevel: 1 },
      'The author limited who can reply to this thread.',
    ],
  ] as const)('explains why the viewer cannot reply for %j', (fields, reason) => {
    renderBox(aThread({ canReply: false, ...fields }));
    expect(screen.getByText(reason)).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
