import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useKeyboardShortcuts } from './keyboard-shortcuts.ts';

function Page({ onKey }: { onKey: () => void }) {
  useKeyboardShortcuts({ n: onKey });
  return (
    <>
      <button type="button">On the page</button>
      <input aria-label="Text" />
      <input type="checkbox" aria-label="Choice" />
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
      <div role="dialog" data-closed="">
        <button type="button">In a dialog that fades out</button>
        <textarea aria-label="Text that fades out" />
      </div>
    </>
  );
}

it.each([
  { name: 'On the page', times: 1 },
  { name: 'In a dialog', times: 0 },
  { name: 'In a dialog that fades out', times: 1 },
])('a key pressed at "$name" acts $times times', async ({ name, times }) => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledTimes(times);
});

it('a key pressed at a tick box acts', async () => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  screen.getByRole('checkbox').focus();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledOnce();
});

it('a key pressed in a text is written there', async () => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'n');
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('n');
});

it('a key pressed in a text that fades out acts', async () => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  screen.getByRole('textbox', { name: 'Text that fades out' }).focus();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledOnce();
  expect(screen.getByRole('textbox', { name: 'Text that fades out' })).toHaveValue('');
});
