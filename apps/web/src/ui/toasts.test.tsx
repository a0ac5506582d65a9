import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../lib/toast.ts';
import { Toasts } from './toasts.tsx';

function passTime(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

function show(make: () => void) {
  act(make);
}

/** The toast fades out, and is then removed. */
const fadeOutMs = 200;

describe('Toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toasts />);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows title and message for five seconds', () => {
    show(() => toast.success('Thread Created!', 'It is out.'));
    expect(screen.getByText('Thread Created!')).toBeInTheDocument();
    expect(screen.getByText('It is out.')).toBeInTheDocument();
    passTime(4999);
    expect(screen.getByText('Thread Created!')).toBeInTheDocument();
    passTime(1 + fadeOutMs);
    expect(screen.queryByText('Thread Created!')).not.toBeInTheDocument();
  });

  it('reserves no height in dialogs when no toast is shown', () => {
    const readHeight = () => document.documentElement.style.getPropertyValue('--toasts-height');
    expect(readHeight()).toBe('0px');
    show(() => toast.info('Short'));
    expect(readHeight()).not.toBe('0px');
    passTime(5000 + fadeOutMs);
    expect(readHeight()).toBe('0px');
  });

  it('uses the given duration', () => {
    show(() => toast.info('Short', undefined, { durationMs: 1000 }));
    passTime(1000 + fadeOutMs);
    expect(screen.queryByText('Short')).not.toBeInTheDocument();
  });

  it('can be closed, and the next toast still closes automatically', () => {
    show(() => toast.warning('First'));
    fireEvent.focus(screen.getByRole('button', { name: 'Close this notice' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close this notice' }));
    passTime(fadeOutMs);
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    show(() => toast.warning('Second'));
    passTime(5000 + fadeOutMs);
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  it('shows identical toasts only once', () => {
    show(() => toast.error('No connection'));
    passTime(4000);
    show(() => toast.error('No connection'));
    expect(screen.getAllByText('No connection')).toHaveLength(1);
    passTime(4000);
    expect(screen.getByText('No connection')).toBeInTheDocument();
  });

  it('replaces a toast with the same key', () => {
    show(() => toast.error('Login Failed', undefined, { key: 'form' }));
    show(() => toast.info('Other'));
    show(() => toast.success('Welcome Back!', undefined, { key: 'form' }));
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument();
    expect(screen.getByText('Other')).toBeInTheDocument();
    expect(screen.getByText('Welcome Back!')).toBeInTheDocument();
  });

  it('stay open while one is hovered', () => {
    show(() => toast.error('Login Failed'));
    fireEvent.mouseMove(screen.getByRole('region'));
    passTime(20_000);
    expect(screen.getByText('Login Failed')).toBeInTheDocument();
    fireEvent.mouseLeave(screen.getByRole('region'));
    passTime(5000 + fadeOutMs);
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument();
  });

  it('close automatically if they appear under a resting pointer', () => {
    show(() => toast.success('Saved'));
    fireEvent.mouseEnter(screen.getByRole('region'));
    passTime(5000 + fadeOutMs);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('announces messages politely and errors assertively', () => {
    show(() => toast.success('Saved'));
    expect(screen.getByRole('region')).toHaveAttribute('aria-live', 'polite');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    show(() => toast.error('Lost'));
    expect(screen.getByRole('alert')).toHaveTextContent('Lost');
  });
});
