import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

function Broken(): never {
  throw new Error('broken');
}

describe('ErrorBoundary', () => {
  it('shows an error message, and its children again after a navigation', () => {
    // React logs the error that it passes to a boundary.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { rerender } = render(
      <ErrorBoundary resetKey="/feed">
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
    rerender(<ErrorBoundary resetKey="/login">fine</ErrorBoundary>);
    expect(screen.getByText('fine')).toBeInTheDocument();
  });

  it('shows its children again once the browser is online again', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    const Sometimes = () => (isBroken ? <Broken /> : 'fine');
    render(
      <ErrorBoundary>
        <Sometimes />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
    isBroken = false;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText('fine')).toBeInTheDocument();
  });
});
