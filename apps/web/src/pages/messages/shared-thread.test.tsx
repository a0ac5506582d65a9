import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { aChatMessage, givenChats } from '../../testing/chat.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aThread, anId } from '../../testing/threads.ts';

describe('a message that shares a thread', () => {
  it('shows the thread as a card, or that the viewer may not see it', async () => {
    const thread = aThread({ content: 'Warp and weft', userName: 'Ben Reed' });
    const hiddenId = anId();
    const messages = [
      aChatMessage({ content: 'Look', sharedThreadId: thread.id }),
      aChatMessage({ content: '', sharedThreadId: hiddenId }),
    ];
    givenChats({ page: { content: messages } });
    server.use(
      mockRoute(routes.getThread, ({ url }) =>
        url.endsWith(hiddenId) ? errorResponse({ status: 404, code: 'not_found' }) : thread,
      ),
    );
    renderApp('/messages/ada');
    const log = await screen.findByRole('log', { name: 'Messages with Ada Weaver' });
    const card = await within(log).findByRole('link', { name: 'Open the thread by Ben Reed' });
    expect(card).toHaveTextContent('Warp and weft');
    expect(card).toHaveAttribute('href', `/thread/${thread.id}`);
    expect(await within(log).findByText("This thread isn't available")).toBeVisible();
    expect(within(log).getByText('Look')).toBeVisible();
  });
});
