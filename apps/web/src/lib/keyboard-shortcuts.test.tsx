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
        <button type="button">In a closing dialog</button>
        <textarea aria-label="Text in a closing dialog" />
      </div>
    </>
  );
}

it.each([
  { name: 'On the page', times: 1 },
  { name: 'In a dialog', times: 0 },
  { name: 'In a closing dialog', times: 1 },
])('runs the shortcut $times times for a button "$name"', async ({ name, times }) => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledTimes(times);
});

it('runs the shortcut on a checkbox', async () => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  screen.getByRole('checkbox').focus();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledOnce();
});

it('inserts the key into a text field instead of running the shortcut', async () => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'n');
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('n');
});

it('runs the shortcut in a text field of a closing dialog', async () => {
  const onKey = vi.fn<() => void>();
  render(<Page onKey={onKey} />);
  screen.getByRole('textbox', { name: 'Text in a closing dialog' }).focus();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledOnce();
  expect(screen.getByRole('textbox', { name: 'Text in a closing dialog' })).toHaveValue('');
});
