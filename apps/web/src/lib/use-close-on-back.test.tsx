import { act, render, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useCloseOnBack } from './use-close-on-back.ts';

function Layer({ isOpen = true, onClose }: { isOpen?: boolean; onClose: () => void }) {
  useCloseOnBack(isOpen, onClose);
  return null;
}

const pageEntry = { key: 'page' };
const layerEntry = { key: 'page', isLayer: true };
const standsOn = (entry: object) => waitFor(() => expect(window.history.state).toEqual(entry));

it('asks an open layer to close, and has no entry left afterwards', async () => {
  window.history.replaceState(pageEntry, '');
  const onClose = vi.fn<() => void>();
  const { rerender } = render(<Layer isOpen={false} onClose={onClose} />);
  expect(window.history.state).toEqual(pageEntry);
  rerender(<Layer onClose={onClose} />);
  await standsOn(layerEntry);
  window.history.back();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  rerender(<Layer isOpen={false} onClose={onClose} />);
  await standsOn(pageEntry);
});

it('takes its entry away when the layer is closed by other means', async () => {
  window.history.replaceState(pageEntry, '');
  const onClose = vi.fn<() => void>();
  const { unmount } = render(<Layer onClose={onClose} />);
  await standsOn(layerEntry);
  unmount();
  await standsOn(pageEntry);
  expect(onClose).not.toHaveBeenCalled();
});

it('asks the topmost layer, and stands again for one that stays', async () => {
  window.history.replaceState(pageEntry, '');
  const closeDialog = vi.fn<() => void>();
  const closeQuestion = vi.fn<() => void>();
  const { rerender } = render(<Layer onClose={closeDialog} />);
  await standsOn(layerEntry);
  window.history.back();
  await waitFor(() => expect(closeDialog).toHaveBeenCalledOnce());
  await standsOn(layerEntry);

  rerender(
    <>
      <Layer onClose={closeDialog} />
      <Layer onClose={closeQuestion} />
    </>,
  );
  act(() => window.history.back());
  await waitFor(() => expect(closeQuestion).toHaveBeenCalledOnce());
  expect(closeDialog).toHaveBeenCalledOnce();
  await standsOn(layerEntry);
});
