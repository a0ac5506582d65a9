import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LinkCard } from '@skein/contracts/threads';
import { stubEventSource } from '../../testing/live.ts';
import { ada, aChatMessage, givenChats } from '../../testing/chat.ts';
import { renderApp } from '../../testing/render-app.tsx';

const card: LinkCard = {
  url: 'https://video.example/watch',
  title: 'How to splice a rope',
  description: 'In four minutes',
  isVideo: true,
  image: { url: '/media/a/card.webp', width: 640, height: 336, blurhash: null },
};
const content = 'Look: https://video.example/watch';

const findLog = () => screen.findByRole('log', { name: 'Messages with Ada Weaver' });

it('shows the card of a link when it arrives, which loads nothing from the site', async () => {
  const stream = stubEventSource();
  const message = aChatMessage({ senderId: ada.id, content });
  givenChats({ page: { content: [message] } });
  renderApp('/messages/ada');
  const log = await findLog();
  expect(await within(log).findByText(/Look:/)).toBeVisible();
  expect(within(log).queryByText(card.title)).toBeNull();
  await waitFor(() => expect(stream.urls()).toHaveLength(1));
  act(() => stream.send('messageChanged', { ...message, card, revision: 1 }));
  const link = await within(log).findByRole('link', { name: /How to splice a rope/ });
  expect(link).toHaveAttribute('href', card.url);
  expect(link).toHaveTextContent('video.example');
  expect(log.querySelector('iframe, video')).toBeNull();
  expect([...log.querySelectorAll('img')].map(({ src }) => new URL(src).host)).toEqual([
    location.host,
  ]);
  act(() =>
    stream.send('messageChanged', { ...message, content: 'No link', card: null, revision: 2 }),
  );
  expect(within(log).queryByText(card.title)).toBeNull();
});

it('shows no image of a card in a message request', async () => {
  const message = aChatMessage({ senderId: ada.id, content, card });
  givenChats({ page: { content: [message], isRequest: true } });
  renderApp('/messages/ada');
  const log = await findLog();
  expect(await within(log).findByText(card.title)).toBeVisible();
  expect(log.querySelector('a img')).toBeNull();
});
