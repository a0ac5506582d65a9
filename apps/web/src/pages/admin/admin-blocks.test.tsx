import { screen, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { AccessBlock } from '@skein/contracts/moderation';
import { expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const aBlock: AccessBlock = {
  id: anId(),
  kind: 'ip_range',
  value: '203.0.113.0/24',
  blocksAllAccess: true,
  reason: 'Bots',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
};

it('creates, lists and ends a block, and shows why a value is rejected', async () => {
  const received = vi.fn<(body: unknown) => void>();
  let blocks: AccessBlock[] = [];
  const administrator = givenSession(aUser({ isAdmin: true, role: 'admin' }));
  server.use(
    mockRoute(routes.getCurrentUser, () => administrator),
    mockRoute(routes.listAccessBlocks, () => blocks),
    mockRoute(routes.createAccessBlock, async (request) => {
      const body = (await request.json()) as { value: string };
      received(body);
      if (body.value === 'x') {
        const issue = { path: 'value', message: 'Enter an IP address.' };
        return errorResponse({ status: 400, code: 'validation_failed', errors: [issue] });
      }
      blocks = [aBlock];
      return aBlock;
    }),
    mockRoute(routes.deleteAccessBlock, () => {
      blocks = [];
      return { success: true, message: 'The block has ended.' };
    }),
  );
  const user = renderApp('/admin/blocks');
  expect(await screen.findByText('Nothing is blocked.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('What to block'), 'IP addresses');
  await user.selectOptions(screen.getByLabelText('Duration'), '30 days');
  await user.selectOptions(screen.getByLabelText(/^Blocked actions/), 'access');
  await user.type(screen.getByLabelText(/^Reason/), 'Bots');
  await user.type(screen.getByLabelText(/^IP address or range/), 'x');
  await user.click(screen.getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('Enter an IP address.')).toBeVisible();
  await user.clear(screen.getByLabelText(/^IP address or range/));
  await user.type(screen.getByLabelText(/^IP address or range/), '203.0.113.9/24');
  await user.click(screen.getByRole('button', { name: 'Block' }));
  const entry = within(await screen.findByRole('article', { name: aBlock.value }));
  expect(received).toHaveBeenLastCalledWith({
    kind: 'ip_range',
    value: '203.0.113.9/24',
    blocksAllAccess: true,
    reason: 'Bots',
    days: 30,
  });
  expect(entry.getByText(/^Any access, also for members · From /)).toBeVisible();
  await user.click(entry.getByRole('button', { name: /^End the block/ }));
  expect(await screen.findByText('Nothing is blocked.')).toBeVisible();
});
