import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

const carriesFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

interface FileDropOptions {
  /** Where files may be dropped; the whole window, if left away. */
  zone?: RefObject<HTMLElement | null>;
  onDrop: (files: File[]) => void;
}

/**
 * Takes files dropped in the zone. A drop beside it is stopped too: it would make the browser
 * leave the page. Answers whether files are being dragged over the zone.
 */
export function useFileDrop({ zone, onDrop }: FileDropOptions): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const takeFiles = useEffectEvent(onDrop);
  const isInside = useEffectEvent(
    ({ target }: DragEvent) =>
      zone === undefined || (target instanceof Node && zone.current?.contains(target) === true),
  );

  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsDragging(isInside(event));
    };
    const onDragLeave = (event: DragEvent) => {
      // Only leaving the window has no element that the pointer goes on to.
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const onDropped = (event: DragEvent) => {
      setIsDragging(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (isInside(event)) takeFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onDragOver, options);
    window.addEventListener('dragleave', onDragLeave, options);
    window.addEventListener('drop', onDropped, options);
    return () => listening.abort();
  }, []);

  return isDragging;
}
