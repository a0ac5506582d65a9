import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, errorResponse, server } from '../../../testing/api.ts';
import {
  aPictureFile,
  selectFiles,
  waitForDialogToClose,
  waitForDialog,
  givenFeed,
} from '../../../testing/composer.ts';
import { parseMultipartForm } from '../../../testing/multipart.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aThread } from '../../../testing/threads.ts';
import { openComposer } from '../../../testing/dialogs.tsx';

const thread = aThread({ content: 'Wool or cotton?' });
const quote = aThread({
  content: 'Wool!',
  threadType: 'quote',
  quotedThreadId: thread.id,
  quotedThread: { ...thread, quotedThread: null },
});

beforeEach(() => givenFeed([thread]));

async function openDialog(name: 'Quote Repost' | 'Repost Thread') {
  const user = renderApp('/feed');
  await screen.findByText('Wool or cotton?');
  const variant = name === 'Repost Thread' && ({ variant: 'my-posts' } as const);
  openComposer({ kind: 'quote', thread, ...variant });
  const { dialog, textBox } = await waitForDialog(name);
  const send = within(dialog).getByRole('button', { name: name.replace(' Thread', '') });
  return { user, dialog, textBox, send };
}

describe('the quote dialog', () => {
  it('adds the quote to the top of the feed', async () => {
    const forms: Record<string, string[]>[] = [];
    server.use(
      mockRoute(routes.quoteRepost, async (request) => {
        forms.push(await parseMultipartForm(request));
        return quote;
      }),
    );
    const { user, dialog, textBox, send } = await openDialog('Quote Repost');
    expect(dialog).toHaveTextContent('Wool or cotton?');
    expect(send).toBeDisabled();
    await user.type(textBox, 'Wool!');
    selectFiles([aPictureFile('a.png')]);
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Who can reply and quote' }),
      'FOLLOWERS',
    );
    await user.click(send);
    await waitForDialogToClose();
    expect(forms).toEqual([
      {
        content: ['Wool!'],
        quotedThreadId: [thread.id],
        replyPermission: ['FOLLOWERS'],
        altText: [''],
        media: ['a.png'],
      },
    ]);
    await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Wool!'));
  });

  it('posts an image without text, and colors the character counter', async () => {
    const { dialog, textBox, send } = await openDialog('Quote Repost');
    selectFiles([aPictureFile('a.png')]);
    expect(send).toBeEnabled();
    const getCounter = (length: number) => {
      fireEvent.change(textBox, { target: { value: 'a'.repeat(length) } });
      return within(dialog).getByText(`${length}/2000`).parentElement;
    };
    expect(getCounter(1500)).not.toHaveClass('text-warning');
    expect(getCounter(1501)).toHaveClass('text-warning');
    expect(getCounter(1801)).toHaveClass('text-danger');
  });

  it('reports an error and retries with the same idempotency key', async () => {
    const keys: (string | null)[] = [];
    server.use(
      mockRoute(routes.quoteRepost, ({ headers }) => {
        keys.push(headers.get('idempotency-key'));
        return errorResponse({ status: 503, code: 'unavailable' });
      }),
    );
    const { user, textBox, send } = await openDialog('Quote Repost');
    await user.type(textBox, 'Wool!');
    await user.click(send);
    expect(
      await screen.findByText('Failed to create quote repost. Please try again.'),
    ).toBeVisible();
    await waitFor(() => expect(send).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(keys).toHaveLength(2));
    await waitFor(() => expect(send).toBeEnabled());
    await user.type(textBox, '!');
    await user.click(send);
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('the Repost Thread modal of My Posts', () => {
  const givenReposting = () => {
    const bodies: unknown[] = [];
    server.use(
      mockRoute(routes.repostThread, async (request) => {
        const body: unknown = await request.json();
        bodies.push(body);
        return typeof body === 'object' && body !== null && 'on' in body
          ? { success: true, message: 'Reposted', isReposted: true, repostsCount: 1 }
          : quote;
      }),
    );
    return bodies;
  };

  it('reposts if there is no comment', async () => {
    const bodies = givenReposting();
    const { user, dialog, textBox, send } = await openDialog('Repost Thread');
    expect(dialog).toHaveTextContent('Ada Weaver');
    expect(textBox).toHaveAttribute('placeholder', 'Add a comment...');
    await user.click(send);
    await waitForDialogToClose();
    expect(bodies).toEqual([{ on: true }]);
  });

  it('quotes if there is a comment', async () => {
    const bodies = givenReposting();
    const { user, textBox, send } = await openDialog('Repost Thread');
    await user.type(textBox, 'Wool!');
    await user.click(send);
    await waitForDialogToClose();
    expect(bodies).toEqual([{ quoteContent: 'Wool!' }]);
    await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Wool!'));
  });

  it('stays open without a message after an error', async () => {
    server.use(mockRoute(routes.repostThread, () => errorResponse({ status: 500 })));
    const { user, send } = await openDialog('Repost Thread');
    await user.click(send);
    await waitFor(() => expect(send).toBeEnabled());
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(screen.queryByText(/Failed/)).not.toBeInTheDocument();
  });
});
