import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { RootLayout } from '../app/routes/root-layout.tsx';
import { TestDialogs } from './dialogs.tsx';

const PageContext = createContext<ReactNode>(null);

/** Shows its children on every page, for tests of components outside of the app. */
export function TestRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() =>
    createBrowserRouter([
      { Component: RootLayout, children: [{ path: '*', Component: CurrentPage }] },
    ]),
  );
  useEffect(() => () => router.dispose(), [router]);
  return (
    <TestDialogs>
      <PageContext value={children}>
        <RouterProvider router={router} />
      </PageContext>
    </TestDialogs>
  );
}

function CurrentPage() {
  return useContext(PageContext);
}
