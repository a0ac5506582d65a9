import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { NavigateFunction } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { TestRouter } from '../testing/test-router.tsx';
import { useCloseOnBack, useNavigationGuard, usePageKey } from './history-layers.tsx';

const page: { navigate?: NavigateFunction } = {};

function Address() {
  const location = useLocation();
  const pageKey = usePageKey();
  const navigate = useNavigate();
  useEffect(() => {
    page.navigate = navigate;
  }, [navigate]);
  const isLayer = location.key !== pageKey;
  return (
    <>
      <output aria-label="Address">{`${location.pathname}${isLayer ? ' with layer' : ''}`}</output>
      <output aria-label="Page">{pageKey}</output>
    </>
  );
}

function Layer({ isOpen = true, onClose }: { isOpen?: boolean; onClose: () => void }) {
  useCloseOnBack(isOpen, onClose);
  return null;
}

const show = (...layers: ReactNode[]) => (
  <TestRouter>
    <Address />
    {layers}
  </TestRouter>
);
const expectAddress = (address: string) =>
  waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(address));
const expectExactly = (address: string) =>
  waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe(address));
const ignore = () => undefined;

it('closes an open layer on Back and leaves no history entry', async () => {
  window.history.replaceState(null, '', '/feed');
  const onClose = vi.fn<() => void>();
  const { rerender } = render(show(<Layer key="1" isOpen={false} onClose={onClose} />));
  const pageKey = screen.getByLabelText('Page').textContent;
  rerender(show(<Layer key="1" onClose={onClose} />));
  await expectAddress('/feed with layer');
  expect(screen.getByLabelText('Page')).toHaveTextContent(pageKey);
  window.history.back();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  rerender(show(<Layer key="1" isOpen={false} onClose={onClose} />));
  await expectExactly('/feed');
});

it('removes the history entry when the layer is closed by other means', async () => {
  window.history.replaceState(null, '', '/feed');
  const onClose = vi.fn<() => void>();
  const { rerender } = render(show(<Layer key="1" onClose={onClose} />));
  await expectAddress('/feed with layer');
  rerender(show());
  await expectExactly('/feed');
  expect(onClose).not.toHaveBeenCalled();
});

// The order of timers and effects varies.
it(
  'closes the topmost layer first, and restores the history entry of a layer that stays open',
  { repeats: 20 },
  async () => {
    window.history.replaceState(null, '', '/feed');
    const closeDialog = vi.fn<() => void>();
    const closeConfirmation = vi.fn<() => void>();
    const dialog = <Layer key="dialog" onClose={closeDialog} />;
    const { rerender } = render(show(dialog));
    await expectAddress('/feed with layer');
    window.history.back();
    await waitFor(() => expect(closeDialog).toHaveBeenCalledOnce());
    await expectAddress('/feed with layer');

    rerender(show(dialog, <Layer key="confirmation" onClose={closeConfirmation} />));
    act(() => window.history.back());
    await waitFor(() => expect(closeConfirmation).toHaveBeenCalledOnce());
    expect(closeDialog).toHaveBeenCalledOnce();
    await expectAddress('/feed with layer');
  },
);

it('does not undo a navigation that comes while the history entry is left', async () => {
  window.history.replaceState(null, '', '/login');
  const { rerender } = render(show(<Layer key="1" onClose={ignore} />));
  await expectAddress('/login with layer');
  rerender(show());
  act(() => void page.navigate?.('/feed', { replace: true }));
  await expectExactly('/feed');
  expect(window.location.pathname).toBe('/feed');
});

it('replaces the entry of the page, not that of a layer which is open or just closed', async () => {
  window.history.replaceState(null, '', '/bookmarks');
  const { rerender } = render(show());
  act(() => void page.navigate?.('/bookmarks/folder'));
  rerender(show(<Layer key="1" onClose={ignore} />));
  await expectAddress('/bookmarks/folder with layer');
  act(() => void page.navigate?.('/feed', { replace: true }));
  rerender(show());
  await expectExactly('/feed');
  window.history.back();
  await expectExactly('/bookmarks');
});

it('opens the page of a link in a layer, from which Back returns to the page below', async () => {
  window.history.replaceState(null, '', '/feed');
  const { rerender } = render(show(<Layer key="1" onClose={ignore} />));
  await expectAddress('/feed with layer');
  rerender(show());
  act(() => void page.navigate?.('/profile/ada'));
  await expectExactly('/profile/ada');
  window.history.back();
  await expectExactly('/feed');
});

function GuardedForm() {
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  useNavigationGuard(true, (next) => setProceed(() => next));
  return proceed && <button onClick={proceed}>Discard</button>;
}

it('asks a guard before another page opens, but not before a page is replaced', async () => {
  window.history.replaceState(null, '', '/settings');
  render(show(<GuardedForm key="1" />, <Layer key="2" onClose={ignore} />));
  await expectAddress('/settings with layer');
  act(() => void page.navigate?.('/feed'));
  const discard = await screen.findByRole('button', { name: 'Discard' });
  expect(window.location.pathname).toBe('/settings');
  act(() => discard.click());
  await expectAddress('/feed');
  act(() => void page.navigate?.('/login', { replace: true }));
  await expectAddress('/login');
});
