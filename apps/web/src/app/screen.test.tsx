import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { render, screen as shown } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../components/layout/error-boundary.tsx';
import { screen } from './screen.tsx';

it('can be visited again after it could not be loaded', async () => {
  // React reports the error it hands to a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const { Screen, retry } = screen(load);
  const visit = (resetKey: string) => (
    <ErrorBoundary resetKey={resetKey} onFailure={retry}>
      <Suspense>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  );
  const { rerender } = render(visit('first'));
  expect(await shown.findByText('Something went wrong')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
  rerender(visit('second'));
  expect(await shown.findByText('Bookmarks')).toBeVisible();
});
