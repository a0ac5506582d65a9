import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Handle } from './handle.tsx';

it('has the whole address as its name and tooltip if the middle of a long domain is truncated', () => {
  const username = 'ada@a-very-long-name-of-a-server.community.example.org';
  render(
    <h1>
      <Handle username={username} isOneLine />
    </h1>,
  );
  expect(screen.getByRole('heading')).toHaveAccessibleName(`@${username}`);
  expect(screen.getByTitle(`@${username}`)).toBeVisible();
  // The end is an element of its own, which is not truncated.
  expect(screen.getByText('.example.org')).not.toHaveClass('truncate');
});
