import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { clearSession } from '../lib/session/index.ts';
import { givenSession } from '../testing/session.ts';
import { useBackgroundServices } from './use-background-services.ts';

function Wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>;
}

it('removes the push subscription id at sign-out while the network is down', () => {
  givenSession();
  localStorage.setItem('push_subscription', 'subscription-id');
  const { unmount } = renderHook(useBackgroundServices, { wrapper: Wrapper });
  clearSession();
  unmount();
  expect(localStorage.getItem('push_subscription')).toBeNull();
});
