import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files dropped anywhere in the window, so that a drop beside the target does not make
 * the browser leave the page. Answers whether files are being dragged over it.
 */
export function useFileDrop(onDrop: (files: File[]) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const takeFiles = useEffectEvent(onDrop);

  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsDragging(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // Only leaving the window has no element that the pointer goes on to.
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const onDropped = (event: DragEvent) => {
      setIsDragging(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      takeFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onDragOver, options);
    window.addEventListener('dragleave', onDragLeave, options);
    window.addEventListener('drop', onDropped, options);
    return () => listening.abort();
  }, []);

  return isDragging;
}
