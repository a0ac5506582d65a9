import type { ComponentType } from 'react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { lazyComponent } from './lazy-component.tsx';

it('loads a component that failed to load when it is mounted again', async () => {
  // React reports the error it hands to a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Page = lazyComponent(load);
  const visit = (resetKey: string) => (
    <ErrorBoundary resetKey={resetKey}>
      <Page />
    </ErrorBoundary>
  );
  const { rerender } = render(visit('first'));
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
  rerender(visit('second'));
  expect(await screen.findByText('Bookmarks')).toBeVisible();
});

it('loads a component that failed to load when the user presses "Try again"', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Page = lazyComponent(load);
  render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Bookmarks')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('appears as soon as its code has arrived', async () => {
  const code = Promise.withResolvers<ComponentType<{ name: string }>>();
  const Greeting = lazyComponent(() => code.promise);
  render(<Greeting name="Ada" fallback={<p>Loading</p>} />);
  expect(screen.getByText('Loading')).toBeVisible();
  await act(async () => code.resolve(({ name }) => <p>Hello {name}</p>));
  expect(screen.getByText('Hello Ada')).toBeVisible();
  expect(screen.queryByText('Loading')).toBeNull();
});

it('renders at once when its code was loaded before', async () => {
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  const Page = lazyComponent(load);
  await act(async () => Page.preload());
  render(<Page />);
  expect(screen.getByText('Bookmarks')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});
