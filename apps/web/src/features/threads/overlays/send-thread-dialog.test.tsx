import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { Toasts } from '../../../ui/toasts.tsx';
import { errorResponse, mockRoute, server } from '../../../testing/api.ts';
import { ada, aChatMessage, aConversation } from '../../../testing/chat.ts';
import { renderCard } from '../../../testing/render-card.tsx';
import { givenSession } from '../../../testing/session.ts';
import { aListedUser } from '../../../testing/users.ts';

/** The bodies of the requests that send messages. The first one fails. */
function givenChats() {
  const sent: object[] = [];
  server.use(
    mockRoute(routes.listConversations, () => [aConversation()]),
    mockRoute(routes.searchUsers, () => [aListedUser({ name: 'Ben Reed', username: 'ben' })]),
    mockRoute(routes.sendMessage, async (request) => {
      sent.push((await request.json()) as object);
      return sent.length === 1 ? errorResponse({ status: 403, code: 'forbidden' }) : aChatMessage();
    }),
  );
  return sent;
}

describe('sending a thread in a message', () => {
  it('sends it to a user of an earlier conversation, once if the first attempt failed', async () => {
    givenSession();
    const sent = givenChats();
    render(<Toasts />);
    const { user, thread } = renderCard();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send in a message' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send thread' });
    await user.type(within(dialog).getByLabelText('Message (optional)'), 'Look');
    await user.click(await within(dialog).findByRole('button', { name: 'Send to Ada Weaver' }));
    expect(await screen.findByText("The thread couldn't be sent.")).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Send to Ada Weaver' }));
    expect(await screen.findByText('Sent to Ada Weaver')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const message = { receiverId: ada.id, content: 'Look', sharedThreadId: thread.id };
    expect(sent[0]).toMatchObject(message);
    expect(sent).toEqual([sent[0], sent[0]]);
  });

  it('finds other users by name', async () => {
    givenSession();
    givenChats();
    const { user } = renderCard();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send in a message' }));
    await user.type(await screen.findByLabelText('Search people'), 'ben');
    expect(await screen.findByRole('button', { name: 'Send to Ben Reed' })).toBeVisible();
  });
});
