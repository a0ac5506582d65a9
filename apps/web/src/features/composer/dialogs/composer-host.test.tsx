import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openComposer, useComposerRequest } from '../../../lib/composer-request.ts';
import { toast } from '../../../lib/toast.ts';
import { ComposerHost } from './composer-host.tsx';

let isOnline = false;
vi.mock('./composer-dialog.tsx', () => ({
  get ComposerDialog() {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>The composer</p>;
  },
}));

function RequestStatus() {
  const request = useComposerRequest();
  return <p>{request === null ? 'Closed' : 'Open'}</p>;
}

it('keeps the screen when the composer cannot be loaded, and opens it on the next attempt', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const toastError = vi.spyOn(toast, 'error');
  render(
    <>
      <RequestStatus />
      <ComposerHost />
    </>,
  );
  act(() => openComposer({ kind: 'thread' }));
  await vi.waitFor(() =>
    expect(toastError).toHaveBeenCalledExactlyOnceWith(
      'Network error. Please check your connection and try again.',
    ),
  );
  expect(screen.getByText('Closed')).toBeVisible();

  isOnline = true;
  act(() => openComposer({ kind: 'thread' }));
  expect(await screen.findByText('The composer')).toBeVisible();
});
