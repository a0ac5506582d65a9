import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { toast } from '../lib/toast.ts';
import { composerRequest, openComposer } from '../testing/dialogs.tsx';
import { TestRouter } from '../testing/test-router.tsx';
import { SharedDialogs } from './shared-dialogs.tsx';

let isOnline = false;
vi.mock('../features/composer/dialogs/composer-dialog.tsx', () => ({
  get ComposerDialog() {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>The composer</p>;
  },
}));

it('keeps the screen when the composer cannot be loaded, and opens it on the next attempt', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const toastError = vi.spyOn(toast, 'error');
  render(
    <TestRouter>
      <SharedDialogs />
    </TestRouter>,
  );
  openComposer({ kind: 'thread' });
  await vi.waitFor(() =>
    expect(toastError).toHaveBeenCalledExactlyOnceWith(
      'Network error. Please check your connection and try again.',
    ),
  );
  expect(composerRequest()).toBeNull();

  isOnline = true;
  openComposer({ kind: 'thread' });
  expect(await screen.findByText('The composer')).toBeVisible();
});
