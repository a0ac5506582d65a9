import { expect, it, vi } from 'vitest';
import { reloadOnNewVersion } from './reload-on-new-version.ts';

it('does not reload while the server is unreachable', async () => {
  const fetchMock = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  reloadOnNewVersion();
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() =>
    expect(fetchMock.mock.settledResults).toMatchObject([{ type: 'rejected' }]),
  );
  // A reload is recorded in the session storage.
  expect(setItem).not.toHaveBeenCalled();
});
