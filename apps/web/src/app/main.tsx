import '../styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { captureAddressToken } from '../lib/session/index.ts';
import { App } from './app.tsx';
import { reloadOnNewVersion } from './new-version.ts';
import { preloadScreen } from './screens.ts';

captureAddressToken();
reloadOnNewVersion();
preloadScreen(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
