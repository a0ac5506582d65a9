import * as routes from '@skein/contracts/routes';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';

it('asks before it turns off the weekly email, and removes the token from the URL', async () => {
  const sent: string[] = [];
  server.use(
    mockRoute(routes.unsubscribeFromEmailDigest, ({ url }) => {
      sent.push(url.split('/').at(-1) ?? '');
      return { success: true, message: 'Off.' };
    }),
  );
  const user = renderApp('/unsubscribe#token=mailed');
  const button = await screen.findByRole('button', { name: 'Turn off' });
  expect(window.location.hash).toBe('');
  expect(sent).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole('heading', { name: 'The weekly email is off' })).toBeVisible();
  expect(sent).toEqual(['mailed']);
});
