import { render, screen } from '@testing-library/react';
import Bell from 'lucide-react/icons/bell';
import { afterEach, expect, it } from 'vitest';
import { nothingUnread, unreadCounts } from '../../lib/unread.ts';
import { TestRouter } from '../../testing/test-router.tsx';
import { NavigationLink } from './navigation-link.tsx';

afterEach(() => unreadCounts.set(nothingUnread));

it.each([
  [98, '98'],
  [99, '99+'],
  [250, '99+'],
])('shows %i unread notifications as %s', (notifications, shown) => {
  unreadCounts.set({ ...nothingUnread, notifications });
  const entry = { icon: Bell, to: '/notifications', unread: 'notifications' } as const;
  render(<NavigationLink entry={{ ...entry, label: 'shell.notifications' }} />, {
    wrapper: TestRouter,
  });
  const link = screen.getByRole('link', { name: `Notifications, ${shown} unread` });
  expect(link).toHaveTextContent(shown);
});
