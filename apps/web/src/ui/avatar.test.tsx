import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

describe('Avatar', () => {
  it('shows the picture', () => {
    const { container } = render(<Avatar name="Ada Weaver" picture="/media/ada.webp" />);
    expect(container.querySelector('img')).toHaveAttribute('src', '/media/ada.webp');
  });

  it('shows initials without a picture', () => {
    render(<Avatar name="Ada Weaver" picture={null} />);
    expect(screen.getByText('AW')).toBeInTheDocument();
  });

  it('hides a picture that fails to load, and shows the next one', () => {
    const { container, rerender } = render(<Avatar name="Ada" picture="/media/gone.webp" />);
    const broken = container.querySelector('img');
    if (!broken) throw new Error('no picture');
    fireEvent.error(broken);
    expect(screen.getByText('A')).toBeInTheDocument();
    rerender(<Avatar name="Ada" picture="/media/new.webp" />);
    expect(container.querySelector('img')).toHaveAttribute('src', '/media/new.webp');
  });
});
