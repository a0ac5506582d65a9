import { useEffect } from 'react';
import { getInstanceName } from './instance.ts';

/** Sets the document title: the given title and the name of the instance. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${getInstanceName()}`;
  }, [title]);
}
