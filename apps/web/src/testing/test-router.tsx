import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { RootLayout } from '../app/routes/root-layout.tsx';

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
    <PageContext value={children}>
      <RouterProvider router={router} />
    </PageContext>
  );
}

function CurrentPage() {
  return useContext(PageContext);
}
