import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, networkFailure, errorResponse, server } from '../../../testing/api.ts';
import {
  aPictureFile,
  selectFiles,
  waitForDialogToClose,
  waitForDialog,
  givenFeed,
  givenPosting,
} from '../../../testing/composer.ts';
import { givenFederation } from '../../../testing/federation.ts';
import { givenSidePanels } from '../../../testing/side-panels.ts';
import { mockEmojis } from '../../../testing/emojis.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aProfile } from '../../../testing/users.ts';
import { aScheduledThread } from '../../../testing/threads.ts';
import { readEmojiChoices } from '../emoji/emoji-choices.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { closeComposer } from '../../../testing/dialogs.tsx';

async function openDialog() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  const { dialog, textBox } = await waitForDialog('New thread');
  const postButton = within(dialog).getByRole('button', { name: 'Post' });
  return { user, dialog, textBox, postButton };
}

beforeEach(() => givenFeed());

it('contains the keys that are typed before it has loaded, and returns the focus', async () => {
  const user = renderApp('/feed');
  const prompt = await screen.findByRole('button', { name: 'Start a thread...' });
  prompt.focus();
  await user.keyboard('nToday is ready');
  const { textBox } = await waitForDialog('New thread');
  expect(textBox).toHaveValue('Today is ready');
  await user.keyboard('!');
  expect(textBox).toHaveValue('Today is ready!');
  await user.clear(textBox);
  await user.keyboard('{Escape}');
  await waitForDialogToClose();
  expect(prompt).toHaveFocus();
});

it('asks before it discards text, also on Escape before its text box has the focus', async () => {
  const { user, textBox } = await openDialog();
  await user.type(textBox, 'Precious');
  const earlyBox = document.querySelector('textarea[tabindex="-1"]');
  if (earlyBox) fireEvent.keyDown(earlyBox, { key: 'Escape' });
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(await screen.findByRole('textbox', { name: 'Text' })).toBe(textBox);
});

it('names mentioned accounts of other servers that do not receive a thread of a private account', async () => {
  givenFederation();
  givenFeed([], { isPrivate: true });
  const handle = 'ben@remote.example';
  server.use(
    mockRoute(routes.searchUsers, () => []),
    mockRoute(routes.getProfile, () => aProfile({ username: handle, isFollowedBy: false })),
  );
  // Their paths look like the path of a profile.
  givenSidePanels();
  const { dialog, textBox } = await openDialog();
  fireEvent.change(textBox, { target: { value: `Look, @${handle}!` } });
  const note = `@${handle} doesn't follow you and won't receive this thread.`;
  expect(await within(dialog).findByText(note)).toBeVisible();
});

describe('posting a thread', () => {
  it('offers to send the email again if the server requires a verified address', async () => {
    const message = 'Verify your email address before you post or send messages.';
    const sent = vi.fn<() => void>();
    server.use(
      mockRoute(routes.createThread, () =>
        errorResponse({ status: 403, code: 'email_not_verified', message }),
      ),
      mockRoute(routes.sendVerificationEmail, () => {
        sent();
        return { success: true, message: 'Sent' };
      }),
    );
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Hello');
    await user.click(postButton);
    expect(await screen.findByText(message)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send email again' }));
    expect(await screen.findByText(/We've sent you an email/)).toBeInTheDocument();
    expect(sent).toHaveBeenCalledOnce();
    expect(textBox).toHaveValue('Hello');
  });

  it('sends topic, text and reply permission, and adds the thread to the top of the feed', async () => {
    const posted = givenPosting();
    const { user, textBox, postButton } = await openDialog();
    expect(postButton).toBeDisabled();
    await user.type(textBox, 'Hello there  ');
    await user.type(screen.getByRole('textbox', { name: 'Topic' }), 'Slow fashion');
    expect(screen.getByText('Posted as #Slow_fashion')).toBeInTheDocument();
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Who can reply and quote' }),
      screen.getByRole('option', { name: 'Mentioned only can reply & quote' }),
    );
    await user.click(postButton);

    expect(await screen.findByText('Thread Created!')).toBeInTheDocument();
    expect(screen.getByText('Your thread has been posted successfully.')).toBeInTheDocument();
    await waitForDialogToClose();
    const cards = screen.getAllByRole('article');
    expect(cards[0]).toHaveTextContent('#Slow_fashion Hello there');
    expect(cards[1]).toHaveTextContent('Old');
    expect(posted).toEqual([
      {
        path: '/api/threads',
        key: posted[0]?.key,
        form: { content: ['#Slow_fashion Hello there'], replyPermission: ['MENTIONED_ONLY'] },
      },
    ]);
  });

  it('sends the audience and the language that the author selects', async () => {
    const posted = givenPosting();
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Hallo');
    const audience = screen.getByRole('combobox', { name: 'Who can see this thread' });
    expect(audience).toHaveValue('public');
    await user.selectOptions(audience, 'Only followers');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'German');
    await user.click(postButton);
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.form).toMatchObject({ audience: ['followers'], language: ['de'] });
  });

  it('inserts emojis at the caret, and remembers them and the skin tone', async () => {
    server.use(
      mockEmojis({ category: 'All', tone: 'Light', rocket: 'rocket', wave: 'waving hand' }),
    );
    const { user, dialog, textBox } = await openDialog();
    await user.type(textBox, 'to  moon', { initialSelectionStart: 0 });
    if (textBox instanceof HTMLTextAreaElement) textBox.setSelectionRange(3, 3);
    const openPicker = async () => {
      await user.click(within(dialog).getByRole('button', { name: 'Add an emoji' }));
      return within(await screen.findByRole('dialog', { name: 'Emojis' }));
    };
    const picker = await openPicker();
    await user.type(await picker.findByRole('searchbox'), 'rock');
    await waitFor(() => expect(picker.getAllByRole('gridcell')).toHaveLength(1));
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(textBox).toHaveFocus());
    expect(textBox).toHaveValue('to 🚀 moon');

    const reopened = await openPicker();
    await user.click(await reopened.findByRole('button', { name: 'Skin tone: Default' }));
    expect(await reopened.findAllByRole('gridcell', { name: 'rocket' })).not.toHaveLength(0);
    expect(readEmojiChoices(getSessionUser()?.id ?? '')).toEqual({
      skinTone: 'light',
      recent: ['🚀'],
    });
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Emojis' })).not.toBeInTheDocument(),
    );
    expect(dialog).toBeVisible();
  });

  it('sends one image to the single-file route and several with alt texts to the multi-file route', async () => {
    const posted = givenPosting();
    const first = await openDialog();
    selectFiles([aPictureFile('a.png')]);
    await first.user.click(first.postButton);
    await waitForDialogToClose();

    await first.user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    await waitForDialog('New thread');
    selectFiles([aPictureFile('a.png'), aPictureFile('b.png')]);
    await first.user.click(screen.getByRole('button', { name: 'ALT: describe b.png' }));
    await first.user.type(screen.getByRole('textbox', { name: 'Description' }), 'Blue yarn');
    await first.user.click(screen.getByRole('button', { name: 'Post' }));
    await waitForDialogToClose();

    expect(posted.map(({ path }) => path)).toEqual(['/api/threads', '/api/threads/multiple-media']);
    expect(posted[1]?.form['media']).toEqual(['a.png', 'b.png']);
    expect(posted[1]?.form['altText']).toEqual(['', 'Blue yarn']);
  });

  it('sends a content warning and whether the files are sensitive', async () => {
    const posted = givenPosting();
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'The butler did it');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    selectFiles([aPictureFile('a.png')]);
    await user.click(screen.getByRole('checkbox', { name: 'Mark files as sensitive' }));
    await user.click(screen.getByRole('button', { name: 'Add a content warning' }));
    const warning = screen.getByRole('textbox', { name: 'Content warning' });
    expect(warning).toHaveFocus();
    await user.type(warning, 'Spoilers ');
    await user.click(postButton);
    await waitForDialogToClose();
    expect(posted[0]?.form).toMatchObject({
      contentWarning: ['Spoilers'],
      isSensitive: ['true'],
    });
  });

  it('schedules the thread for the chosen time', async () => {
    const sent: FormData[] = [];
    const scheduledAt = new Date(2099, 2, 1, 9, 30).toISOString();
    server.use(
      mockRoute(routes.scheduleThread, async (request) => {
        sent.push(await request.formData());
        return aScheduledThread({ scheduledAt });
      }),
      mockRoute(routes.listScheduledThreads, () => []),
    );
    const { user, textBox, dialog } = await openDialog();
    await user.type(textBox, 'Later');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const time = screen.getByLabelText('Publish at');
    expect(time).toHaveFocus();
    fireEvent.change(time, { target: { value: '2099-03-01T09:30' } });
    expect(screen.getByText(/^Time zone: /)).toBeInTheDocument();
    const buttons = within(dialog).getAllByRole('button', { name: 'Schedule' });
    await user.click(buttons.at(-1) ?? dialog);
    expect(await screen.findByText('Thread scheduled')).toBeInTheDocument();
    expect(sent.map((form) => form.get('scheduledAt'))).toEqual([scheduledAt]);
    expect(await screen.findByText(/^No scheduled threads/)).toBeInTheDocument();
  });

  it('sends one request when the user clicks repeatedly', async () => {
    const posted = givenPosting();
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Once');
    fireEvent.click(postButton);
    fireEvent.click(postButton);
    fireEvent.keyDown(textBox, { key: 'Enter', ctrlKey: true });
    await waitForDialogToClose();
    expect(posted).toHaveLength(1);
  });

  it.each([
    [
      "the server's",
      errorResponse({ status: 415, message: 'No such picture.' }),
      'No such picture.',
    ],
    ['its own', networkFailure(), 'Failed to create thread. Please try again.'],
    [
      'its own',
      errorResponse({ status: 500, message: 'Something broke.' }),
      'Failed to create thread. Please try again.',
    ],
  ])('reports an error with %s message and keeps the content', async (_whose, reply, message) => {
    server.use(mockRoute(routes.createThread, () => reply.clone()));
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Precious');
    selectFiles([aPictureFile('a.png')]);
    await user.click(postButton);
    expect(await screen.findByText('Thread Creation Failed')).toBeInTheDocument();
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(textBox).toHaveValue('Precious');
    expect(screen.getByRole('button', { name: 'Remove a.png' })).toBeInTheDocument();
    expect(postButton).toBeEnabled();
  });

  it('fails without a connection, keeps the content, and succeeds after reconnecting', async () => {
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Precious');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    server.use(mockRoute(routes.createThread, networkFailure));
    await user.click(postButton);
    expect(
      await screen.findByText('Failed to create thread. Please try again.'),
    ).toBeInTheDocument();
    expect(textBox).toHaveValue('Precious');

    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    givenPosting();
    await user.click(postButton);
    expect(await screen.findByText('Thread Created!')).toBeInTheDocument();
    expect(screen.queryByText('Thread Creation Failed')).not.toBeInTheDocument();
  });

  it('explains why a text that is too long cannot be posted', async () => {
    const { textBox, postButton } = await openDialog();
    fireEvent.change(textBox, { target: { value: 'a'.repeat(2001) } });
    expect(postButton).toBeDisabled();
    expect(textBox).toHaveAccessibleDescription('1 character too many');
  });

  it.each([
    ['Cancel', 'Cancel'],
    ["the dialog's close button", 'Close'],
  ])('can be canceled with %s during the upload', async (_with, name) => {
    server.use(mockRoute(routes.createThread, () => new Promise<Response>(() => {})));
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Wait');
    selectFiles([aPictureFile('a.png')]);
    await user.click(postButton);
    expect(postButton).toHaveTextContent('Posting...');
    expect(postButton).toBeDisabled();
    expect(screen.getByRole('progressbar', { name: 'a.png' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(postButton).toHaveTextContent('Post'));
    expect(postButton).toBeEnabled();
    expect(textBox).toHaveValue('Wait');
    expect(screen.queryByText('Thread Creation Failed')).not.toBeInTheDocument();
  });
});

describe('closing the dialog', () => {
  it('asks for confirmation before content is discarded', async () => {
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Precious');
    await user.keyboard('{Escape}');
    const confirmDialog = await screen.findByRole('alertdialog', { name: 'Save as a draft?' });
    await user.click(within(confirmDialog).getByRole('button', { name: 'Keep editing' }));
    expect(textBox).toHaveValue('Precious');

    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitForDialogToClose();
    await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('');
  });

  it('does not ask for confirmation without content', async () => {
    const { user } = await openDialog();
    await user.keyboard('{Escape}');
    await waitForDialogToClose();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('the draft', () => {
  it('is restored after a reload', async () => {
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Half a thought');
    closeComposer();
    await waitForDialogToClose();
    await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('Half a thought');
  });
});

describe('several threads at once', () => {
  const partBox = (number: number) =>
    screen.findByRole('textbox', { name: `Text of part ${number}` });

  it('are sent together, with their own files, and keep their text in the draft', async () => {
    const posted = givenPosting();
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'First');
    await user.click(screen.getByRole('button', { name: 'Add another part' }));
    const second = await partBox(2);
    await waitFor(() => expect(second).toHaveFocus());
    expect(postButton).toBeDisabled();
    await user.type(second, 'Second');
    // The only toolbar and the only counter belong to the focused part.
    expect(screen.getByText('6/2000')).toBeVisible();
    selectFiles([aPictureFile('b.png')]);
    await user.click(textBox);
    expect(screen.getByText('5/2000')).toBeVisible();
    expect(screen.queryByText('6/2000')).not.toBeInTheDocument();
    const part = screen.getByRole('listitem', { name: 'Part 2' });
    expect(within(part).getByRole('button', { name: 'Remove b.png' })).toBeVisible();
    expect(
      localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('draft:')) ?? ''),
    ).toContain('"partTexts":["Second"]');
    await user.click(postButton);
    await waitForDialogToClose();
    expect(posted).toMatchObject([
      {
        path: '/api/threads/chain',
        form: {
          parts: ['{"content":"First","files":0}', '{"content":"Second","files":1}'],
          media: ['b.png'],
        },
      },
    ]);
    expect(screen.getAllByRole('article')[0]).toHaveTextContent('First');
  });

  it('are scheduled together', async () => {
    const sent: FormData[] = [];
    server.use(
      mockRoute(routes.scheduleChain, async (request) => {
        sent.push(await request.formData());
        return aScheduledThread();
      }),
      mockRoute(routes.listScheduledThreads, () => []),
    );
    const { user, textBox, dialog } = await openDialog();
    await user.type(textBox, 'First');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    await user.click(screen.getByRole('button', { name: 'Add another part' }));
    await user.type(await partBox(2), 'Second');
    const buttons = within(dialog).getAllByRole('button', { name: 'Schedule' });
    await user.click(buttons.at(-1) ?? dialog);
    expect(await screen.findByText('Thread scheduled')).toBeInTheDocument();
    expect(sent.map((form) => form.getAll('parts'))).toEqual([
      ['{"content":"First","files":0}', '{"content":"Second","files":0}'],
    ]);
    expect(sent[0]?.get('scheduledAt')).toMatch(/Z$/);
  });

  it('are removed after a confirmation if they have content', async () => {
    const { user, textBox } = await openDialog();
    const add = screen.getByRole('button', { name: 'Add another part' });
    await user.click(add);
    await user.type(await partBox(2), 'Second');
    await user.click(add);
    await partBox(3);
    await user.click(screen.getByRole('button', { name: 'Remove part 3' }));
    expect(screen.queryByRole('listitem', { name: 'Part 3' })).not.toBeInTheDocument();
    expect(await partBox(2)).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Remove part 2' }));
    const confirmation = await screen.findByRole('alertdialog', { name: 'Discard part 2?' });
    await user.click(within(confirmation).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('listitem')).not.toBeInTheDocument());
    expect(textBox).toBeInTheDocument();
  });
});
