import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltips } from './tooltip.tsx';
import { RelativeTime } from './relative-time.tsx';

const start = Date.parse('2026-11-20T12:00:00.000Z');

describe('RelativeTime', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('updates while the page is visible, with one timer for all', () => {
    render(
      <>
        <RelativeTime time="2026-11-20T11:59:30.000Z" />
        <RelativeTime time="2026-11-20T11:00:00.000Z" />
      </>,
    );
    expect(screen.getByText('now')).toBeInTheDocument();
    expect(vi.getTimerCount()).toBe(1);
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(screen.getByText('1m')).toBeInTheDocument();
    expect(screen.getByText('1h')).toBeInTheDocument();
  });

  it('stops the timer when no time is shown', () => {
    const { unmount } = render(<RelativeTime time="2026-11-20T11:59:30.000Z" />);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has the machine-readable time, the time in words, and the full date as a tooltip', async () => {
    vi.useFakeTimers({ now: start, toFake: ['Date'] });
    render(
      <>
        <RelativeTime time="2026-11-20T11:00:00.000Z" />
        <Tooltips />
      </>,
    );
    const time = screen.getByRole('time');
    expect(time).toHaveAttribute('datetime', '2026-11-20T11:00:00.000Z');
    expect(time).toHaveTextContent('1 hour ago');
    await userEvent.hover(time);
    expect(await screen.findByText(/Friday.*2026/)).toBeVisible();
  });

  it('shows plain text for an invalid time', () => {
    render(<RelativeTime time="?" />);
    expect(screen.getByText('Invalid date')).toBeInTheDocument();
    expect(screen.queryByRole('time')).not.toBeInTheDocument();
  });
});
