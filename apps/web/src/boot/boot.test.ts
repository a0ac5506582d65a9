import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { listFeed } from '@skein/contracts/threads';
import type { getCurrentUser } from '@skein/contracts/users';
import { mockRoute, server } from '../testing/api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aToken, aUser, givenSession } from '../testing/session.ts';
import { aThread, aThreadPage } from '../testing/threads.ts';

let boots = 0;

/** Runs the script as the page of an address does, with the files that a build names at its tag. */
async function boot(address: string) {
  window.history.replaceState(null, '', address);
  const script = document.createElement('script');
  Object.assign(script.dataset, { feed: '/feed.js /shell.js', login: '/login.js' });
  script.setAttribute('data-login-de', '/login-de.js');
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  boots += 1;
  // Another query is another module, which runs again.
  await import(/* @vite-ignore */ `./boot.ts?${boots}`);
}

const preloaded = () =>
  [...document.head.querySelectorAll('link[rel="modulepreload"]')].map((link) =>
    link.getAttribute('href'),
  );

const user = aUser();
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  server.use(
    mockRoute<typeof getCurrentUser>('GET', '/users/me', () => user),
    mockRoute<typeof listFeed>('GET', '/threads', ({ url }) => {
      asked.push(new URL(url).search);
      return aThreadPage([aThread({ content: 'one' })]);
    }),
  );
});

afterEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove();
  delete document.documentElement.dataset['theme'];
  delete document.documentElement.dataset['motion'];
  document.documentElement.lang = '';
  delete window.earlyAnswer;
});

describe('boot', () => {
  it('sets the chosen theme', async () => {
    await boot('/login');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    localStorage.setItem('theme', 'dark');
    await boot('/login');
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('sets the language and preloads its messages', async () => {
    localStorage.setItem('locale', 'de');
    await boot('/login');
    expect(document.documentElement.lang).toBe('de');
    expect(preloaded()).toEqual(['/login.js', '/login-de.js']);
  });

  it('sets how much may move', async () => {
    await boot('/login');
    expect(document.documentElement.dataset['motion']).toBeUndefined();
    localStorage.setItem('motion', 'reduced');
    await boot('/login');
    expect(document.documentElement.dataset['motion']).toBe('reduced');
  });

  it.each(['/feed', '/feed?feed=following'])('asks for %s once, for the app too', async (path) => {
    givenSession(user);
    await boot(path);
    await waitFor(() => expect(asked).toHaveLength(1));
    renderApp(path);
    expect(await screen.findByText('one')).toBeInTheDocument();
    expect(asked).toHaveLength(1);
    expect(preloaded()).toEqual(['/feed.js', '/shell.js']);
  });

  it('asks for nothing without a valid token', async () => {
    givenSession(user, aToken(-1));
    await boot('/feed');
    expect(window.earlyAnswer).toBeUndefined();
    expect(preloaded()).toEqual(['/login.js']);
  });
});
