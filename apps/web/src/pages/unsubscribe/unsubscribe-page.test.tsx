import type { unsubscribeFromEmailDigest } from '@skein/contracts/notifications';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';

it('asks before it turns off the weekly email, and removes the token from the URL', async () => {
  const sent: string[] = [];
  server.use(
    mockRoute<typeof unsubscribeFromEmailDigest>(
      'POST',
      '/notifications/email-digest/unsubscribe/{token}',
      ({ url }) => {
        sent.push(url.split('/').at(-1) ?? '');
        return { success: true, message: 'Off.' };
      },
    ),
  );
  const user = renderApp('/unsubscribe#token=mailed');
  const button = await screen.findByRole('button', { name: 'Turn off' });
  expect(window.location.hash).toBe('');
  expect(sent).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole('heading', { name: 'The weekly email is off' })).toBeVisible();
  expect(sent).toEqual(['mailed']);
});
