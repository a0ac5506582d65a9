import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

interface FileDropOptions {
  /** The element that accepts drops; the whole window by default. */
  zone?: RefObject<HTMLElement | null>;
  onDrop: (files: File[]) => void;
}

/**
 * Accepts files that are dropped on the zone. Also cancels drops elsewhere, because the browser
 * would open the file. Returns whether files are being dragged over the zone.
 */
export function useFileDrop({ zone, onDrop }: FileDropOptions): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const handleDrop = useEffectEvent(onDrop);
  const isInside = useEffectEvent(
    ({ target }: DragEvent) =>
      zone === undefined || (target instanceof Node && zone.current?.contains(target) === true),
  );

  useEffect(() => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDragging(isInside(event));
    };
    const onDragLeave = (event: DragEvent) => {
      // `relatedTarget` is null only if the pointer leaves the window.
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const onDropped = (event: DragEvent) => {
      setIsDragging(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (isInside(event)) handleDrop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onDragOver, options);
    window.addEventListener('dragleave', onDragLeave, options);
    window.addEventListener('drop', onDropped, options);
    return () => controller.abort();
  }, []);

  return isDragging;
}
