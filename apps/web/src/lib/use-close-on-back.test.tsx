import { act, render, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { navigate } from './navigation.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';

function Layer({ isOpen = true, onClose }: { isOpen?: boolean; onClose: () => void }) {
  useCloseOnBack(isOpen, onClose);
  return null;
}

const pageEntry = { key: 'page' };
const layerEntry = { key: 'page', isLayer: true };
const expectState = (entry: object) => waitFor(() => expect(window.history.state).toEqual(entry));

it('closes an open layer on Back and leaves no history entry', async () => {
  window.history.replaceState(pageEntry, '');
  const onClose = vi.fn<() => void>();
  const { rerender } = render(<Layer isOpen={false} onClose={onClose} />);
  expect(window.history.state).toEqual(pageEntry);
  rerender(<Layer onClose={onClose} />);
  await expectState(layerEntry);
  window.history.back();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  rerender(<Layer isOpen={false} onClose={onClose} />);
  await expectState(pageEntry);
});

it('removes the history entry when the layer is closed by other means', async () => {
  window.history.replaceState(pageEntry, '');
  const onClose = vi.fn<() => void>();
  const { unmount } = render(<Layer onClose={onClose} />);
  await expectState(layerEntry);
  unmount();
  await expectState(pageEntry);
  expect(onClose).not.toHaveBeenCalled();
});

it('closes the topmost layer first, and restores the history entry of a layer that stays open', async () => {
  window.history.replaceState(pageEntry, '');
  const closeDialog = vi.fn<() => void>();
  const closeConfirmation = vi.fn<() => void>();
  const { rerender } = render(<Layer onClose={closeDialog} />);
  await expectState(layerEntry);
  window.history.back();
  await waitFor(() => expect(closeDialog).toHaveBeenCalledOnce());
  await expectState(layerEntry);

  rerender(
    <>
      <Layer onClose={closeDialog} />
      <Layer onClose={closeConfirmation} />
    </>,
  );
  act(() => window.history.back());
  await waitFor(() => expect(closeConfirmation).toHaveBeenCalledOnce());
  expect(closeDialog).toHaveBeenCalledOnce();
  await expectState(layerEntry);
});

it('does not undo a navigation that comes while the history entry is left', async () => {
  window.history.replaceState(pageEntry, '', '/login');
  const { unmount } = render(<Layer onClose={() => undefined} />);
  await expectState(layerEntry);
  const goBack = window.history.back.bind(window.history);
  const back = vi.spyOn(window.history, 'back').mockReturnValue();
  unmount();
  await waitFor(() => expect(back).toHaveBeenCalledOnce());
  navigate('/feed', { replace: true });
  const wentBack = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
  });
  goBack();
  await wentBack;
  await waitFor(() => expect(window.location.pathname).toBe('/feed'));
});

it('replaces the entry of the page, not that of a layer which is open or just closed', async () => {
  window.history.replaceState({ key: 'first' }, '', '/bookmarks');
  navigate('/bookmarks/folder');
  const { unmount } = render(<Layer onClose={() => undefined} />);
  await waitFor(() => expect(window.history.state).toMatchObject({ isLayer: true }));
  unmount();
  navigate('/feed', { replace: true });
  await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  window.history.back();
  await waitFor(() => expect(window.location.pathname).toBe('/bookmarks'));
});
