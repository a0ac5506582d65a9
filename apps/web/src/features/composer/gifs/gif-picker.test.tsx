import * as routes from '@skein/contracts/routes';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../../testing/api.ts';
import {
  givenFeed,
  givenPosting,
  waitForDialog,
  waitForDialogToClose,
} from '../../../testing/composer.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const meta = document.createElement('meta');
meta.name = 'gifs';
meta.content = 'on';

beforeEach(() => {
  document.head.append(meta);
  givenFeed();
});

afterEach(() => meta.remove());

const aGif = (id: string) => ({
  id,
  description: `A cat ${id}`,
  previewUrl: `/media/gifs/small.${id}`,
  stillUrl: `/media/gifs/still.${id}`,
  width: 200,
  height: 150,
  url: `/media/gifs/large.${id}`,
});

async function openPicker() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  await waitForDialog('New thread');
  await user.click(screen.getByRole('button', { name: 'Add a GIF' }));
  return { user, picker: within(await screen.findByRole('dialog', { name: 'GIFs' })) };
}

it('finds GIFs, and attaches the chosen one with its description', async () => {
  const texts: (string | null)[] = [];
  server.use(
    mockRoute(routes.searchGifs, ({ url }) => {
      const q = new URL(url).searchParams.get('q');
      texts.push(q);
      return { gifs: q ? [aGif('sleeps'), aGif('runs')] : [], next: null, provider: 'GIPHY' };
    }),
    http.get('*/media/gifs/large.runs', () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(4), { headers: { 'Content-Type': 'image/gif' } }),
    ),
  );
  const posted = givenPosting();
  const { user, picker } = await openPicker();
  expect(await picker.findByText('No GIFs found')).toBeVisible();
  await user.type(picker.getByRole('searchbox', { name: 'Search GIFs' }), 'cat{Enter}');
  const first = await picker.findByRole('button', { name: 'A cat sleeps' });
  expect(texts).toEqual(['', 'cat']);
  expect(first.querySelector('img')).toHaveAttribute('src', '/media/gifs/small.sleeps');
  expect(picker.getByText('Powered by GIPHY')).toBeVisible();
  first.focus();
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'GIFs' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await waitForDialogToClose();
  expect(posted[0]?.form).toMatchObject({ media: ['gif.gif'], altText: ['A cat runs'] });
});

it('states that the GIFs could not be loaded', async () => {
  server.use(mockRoute(routes.searchGifs, () => errorResponse({ status: 503 })));
  const { picker } = await openPicker();
  expect(await picker.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(picker.getByText("Couldn't load the GIFs.")).toBeVisible();
});
