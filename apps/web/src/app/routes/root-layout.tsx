import { Outlet, ScrollRestoration } from 'react-router-dom';
import { HistoryLayers, getPageKey } from '../../lib/history-layers.tsx';

/** Contains all pages. */
export function RootLayout() {
  return (
    <HistoryLayers>
      <ScrollRestoration getKey={getPageKey} />
      <Outlet />
    </HistoryLayers>
  );
}
