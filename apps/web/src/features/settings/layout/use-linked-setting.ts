import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageKey } from '../../../lib/history-layers.tsx';

const highlightMs = 2500;
const controls = 'input:not([type="file"], :disabled), select, textarea, button, a';

/** Scrolls to the setting in the URL hash once it is rendered, focuses its control and highlights it. */
export function useLinkedSetting(isRendered: boolean): void {
  const { hash } = useLocation();
  const key = usePageKey();
  useEffect(() => {
    const setting = isRendered && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    if (setting === null) return undefined;
    // After the heading of the page, which takes the focus when the page appears.
    const frame = requestAnimationFrame(() => {
      setting.scrollIntoView({ block: 'center' });
      setting.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
      setting.dataset['highlighted'] = '';
    });
    const timer = setTimeout(() => delete setting.dataset['highlighted'], highlightMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      delete setting.dataset['highlighted'];
    };
  }, [isRendered, hash, key]);
}
