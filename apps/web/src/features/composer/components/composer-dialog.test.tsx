import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { imageMaxBytes } from '@skein/contracts/limits';
import type { createThread, createThreadWithFiles, listFeed } from '@skein/contracts/threads';
import type { getCurrentUser } from '@skein/contracts/users';
import { answer, noAnswer, refusal, server } from '../../../testing/api.ts';
import { readForm } from '../../../testing/multipart.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { givenSession } from '../../../testing/session.ts';
import { aThread, aThreadPage } from '../../../testing/threads.ts';
import { closeComposer } from '../../../lib/composer-request.ts';

const picture = (name: string, bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png' });

/** Answers every creation with the thread; remembers what was sent. */
function givenPosting() {
  const posted: { path: string; form: Record<string, string[]> }[] = [];
  const reply = async (request: Request) => {
    const form = await readForm(request);
    posted.push({ path: new URL(request.url).pathname, form });
    return aThread({ content: form['content']?.[0] ?? '' });
  };
  server.use(
    answer<typeof createThread>('POST', '/threads', reply),
    answer<typeof createThreadWithFiles>('POST', '/threads/multiple-media', reply),
  );
  return posted;
}

/** The focus comes a moment after the dialog; what is typed before would be lost. */
async function dialogIsReady() {
  const dialog = await screen.findByRole('dialog', { name: 'New thread' });
  const textBox = within(dialog).getByRole('textbox', { name: 'Text' });
  await waitFor(() => expect(textBox).toHaveFocus());
  return { dialog, textBox };
}

async function openDialog() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  const { dialog, textBox } = await dialogIsReady();
  const postButton = within(dialog).getByRole('button', { name: 'Post' });
  return { user, dialog, textBox, postButton };
}

const chooseFiles = (files: File[]) =>
  fireEvent.change(screen.getByLabelText('Add pictures', { selector: 'input' }), {
    target: { files },
  });

const dialogIsGone = () =>
  waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const me = givenSession();
  server.use(
    answer<typeof getCurrentUser>('GET', '/users/me', () => me),
    answer<typeof listFeed>('GET', '/threads', () => aThreadPage([aThread({ content: 'Old' })])),
  );
  return () => closeComposer();
});

describe('posting', () => {
  it('sends topic, text and audience, and puts the thread on top of the feed', async () => {
    const posted = givenPosting();
    const { user, textBox, postButton } = await openDialog();
    expect(postButton).toBeDisabled();
    await user.type(textBox, 'Hello there  ');
    await user.type(screen.getByRole('textbox', { name: 'Topic' }), 'Slow fashion');
    expect(screen.getByText('Posted as #Slow_fashion')).toBeInTheDocument();
    await user.selectOptions(
      screen.getByRole('combobox'),
      screen.getByRole('option', { name: 'Mentioned only can reply & quote' }),
    );
    await user.click(postButton);

    expect(await screen.findByText('Thread Created!')).toBeInTheDocument();
    expect(screen.getByText('Your thread has been posted successfully.')).toBeInTheDocument();
    await dialogIsGone();
    const cards = screen.getAllByRole('article');
    expect(cards[0]).toHaveTextContent('#Slow_fashion Hello there');
    expect(cards[1]).toHaveTextContent('Old');
    expect(posted).toEqual([
      {
        path: '/api/threads',
        form: { content: ['#Slow_fashion Hello there'], replyPermission: ['MENTIONED_ONLY'] },
      },
    ]);
  });

  it('sends one picture to the one route, several with their descriptions to the other', async () => {
    const posted = givenPosting();
    const first = await openDialog();
    chooseFiles([picture('a.png')]);
    await first.user.click(first.postButton);
    await dialogIsGone();

    await first.user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    await dialogIsReady();
    chooseFiles([picture('a.png'), picture('b.png')]);
    await first.user.click(screen.getByRole('button', { name: 'ALT: describe b.png' }));
    await first.user.type(screen.getByRole('textbox', { name: 'Description' }), 'Blue yarn');
    await first.user.click(screen.getByRole('button', { name: 'Post' }));
    await dialogIsGone();

    expect(posted.map(({ path }) => path)).toEqual(['/api/threads', '/api/threads/multiple-media']);
    expect(posted[1]?.form['media']).toEqual(['a.png', 'b.png']);
    expect(posted[1]?.form['altText']).toEqual(['', 'Blue yarn']);
  });

  it('happens once, however often it is asked for', async () => {
    const posted = givenPosting();
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Once');
    fireEvent.click(postButton);
    fireEvent.click(postButton);
    fireEvent.keyDown(textBox, { key: 'Enter', ctrlKey: true });
    await dialogIsGone();
    expect(posted).toHaveLength(1);
  });

  it.each([
    [
      'the words of the server',
      refusal({ status: 415, message: 'No such picture.' }),
      'No such picture.',
    ],
    ['its own words', noAnswer(), 'Failed to create thread. Please try again.'],
  ])('says in %s that it failed, and loses nothing', async (_whose, reply, message) => {
    server.use(answer<typeof createThread>('POST', '/threads', () => reply.clone()));
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Precious');
    chooseFiles([picture('a.png')]);
    await user.click(postButton);
    expect(await screen.findByText('Thread Creation Failed')).toBeInTheDocument();
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(textBox).toHaveValue('Precious');
    expect(screen.getByRole('button', { name: 'Remove a.png' })).toBeInTheDocument();
    expect(postButton).toBeEnabled();
  });

  it('fails without a connection, loses nothing and works once it is back', async () => {
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Precious');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    server.use(answer<typeof createThread>('POST', '/threads', noAnswer));
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

  it('says why a text that is too long cannot be posted', async () => {
    const { textBox, postButton } = await openDialog();
    fireEvent.change(textBox, { target: { value: 'a'.repeat(2001) } });
    expect(postButton).toBeDisabled();
    expect(textBox).toHaveAccessibleDescription('1 character too many');
  });

  it.each([
    ['Cancel', 'Cancel'],
    ["the dialog's close button", 'Close'],
  ])('can be stopped with %s while the pictures go out', async (_with, name) => {
    server.use(
      answer<typeof createThread>('POST', '/threads', () => new Promise<Response>(() => {})),
    );
    const { user, textBox, postButton } = await openDialog();
    await user.type(textBox, 'Wait');
    chooseFiles([picture('a.png')]);
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

describe('pictures', () => {
  it('that cannot be posted are refused with the reason', async () => {
    await openDialog();
    chooseFiles([
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      picture('empty.png', 0),
      picture('huge.png', imageMaxBytes + 1),
      picture('good.png'),
    ]);
    expect(screen.getByText('notes.txt is not a picture.')).toBeInTheDocument();
    expect(screen.getByText('empty.png is empty.')).toBeInTheDocument();
    expect(screen.getByText('huge.png is larger than 10 MB.')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
  });

  it('that turn out not to be any are taken out again', async () => {
    const { dialog } = await openDialog();
    chooseFiles([picture('fake.png')]);
    const image = dialog.querySelector('li img');
    if (image) fireEvent.error(image);
    expect(screen.getByText('fake.png is not a picture.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  });

  it('are at most ten', async () => {
    await openDialog();
    chooseFiles(Array.from({ length: 11 }, (_, index) => picture(`${index}.png`)));
    expect(screen.getByText('A thread can have up to 10 pictures.')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(10);
  });

  it('can be pasted, unless text is meant, and dropped', async () => {
    const { textBox } = await openDialog();
    const clipboardData = { files: [picture('a.png')], types: ['Files'] };
    fireEvent.paste(textBox, { clipboardData });
    fireEvent.paste(textBox, { clipboardData: { ...clipboardData, types: ['text/plain'] } });
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
    const dataTransfer = { files: [picture('b.png')], types: ['Files'] };
    fireEvent.dragOver(window, { dataTransfer });
    expect(screen.getByText('Drop pictures here')).toBeInTheDocument();
    fireEvent.drop(window, { dataTransfer });
    expect(screen.queryByText('Drop pictures here')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove b.png' })).toBeInTheDocument();
  });
});

describe('closing', () => {
  it('asks before it throws something away', async () => {
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Precious');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Discard this thread?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(textBox).toHaveValue('Precious');

    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await dialogIsGone();
    await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('');
  });

  it('does not ask when there is nothing to lose', async () => {
    const { user } = await openDialog();
    await user.keyboard('{Escape}');
    await dialogIsGone();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('draft', () => {
  it('is there again after a reload', async () => {
    const { user, textBox } = await openDialog();
    await user.type(textBox, 'Half a thought');
    closeComposer();
    await dialogIsGone();
    await user.click(screen.getByRole('button', { name: 'Start a thread...' }));
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('Half a thought');
  });
});
