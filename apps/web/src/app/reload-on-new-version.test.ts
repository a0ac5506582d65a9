import { expect, it, vi } from 'vitest';
import { reloadOnNewVersion } from './reload-on-new-version.ts';

it('takes nothing off the screen while the server is away', async () => {
  const ask = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const remember = vi.spyOn(Storage.prototype, 'setItem');
  reloadOnNewVersion();
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(ask.mock.settledResults).toMatchObject([{ type: 'rejected' }]));
  // It would remember that it reloads.
  expect(remember).not.toHaveBeenCalled();
});
