import { useEffect } from 'react';
import { getInstanceName } from './instance.ts';

/** Names the tab after what it shows. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${getInstanceName()}`;
  }, [title]);
}
