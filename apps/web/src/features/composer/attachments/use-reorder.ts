import { useEffect, useEffectEvent, useState } from 'react';
import type { KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';

interface ReorderOptions {
  ids: readonly string[];
  /** Its children are the items, in the order of `ids`. */
  list: RefObject<HTMLElement | null>;
  onMove: (id: string, to: number) => void;
}

/** Reorders a list by dragging and by arrow keys. The order updates during the drag. */
export function useReorder({ ids, list, onMove }: ReorderOptions) {
  const [draggedId, setDraggedId] = useState<string | null>(null);

  const moveDragged = useEffectEvent((event: PointerEvent) => {
    if (draggedId === null) return;
    const to = indexAt(list.current, event);
    if (to >= 0 && ids[to] !== draggedId) onMove(draggedId, to);
  });
  useEffect(() => {
    if (draggedId === null) return undefined;
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const drop = () => setDraggedId(null);
    window.addEventListener('pointermove', (event) => moveDragged(event), options);
    window.addEventListener('pointerup', drop, options);
    window.addEventListener('pointercancel', drop, options);
    return () => controller.abort();
  }, [draggedId]);

  return {
    draggedId,
    startDrag: (event: ReactPointerEvent, id: string) => {
      if (event.button === 0) setDraggedId(id);
    },
    moveByKey: (event: KeyboardEvent<HTMLElement>, id: string) => {
      const to = targetIndexFor(event.key, ids.indexOf(id), ids.length);
      if (to === null) return;
      event.preventDefault();
      const handle = event.currentTarget;
      // A moved DOM element loses the focus.
      flushSync(() => onMove(id, to));
      handle.focus();
    },
  };
}

function indexAt(list: HTMLElement | null, { clientX, clientY }: PointerEvent): number {
  return [...(list?.children ?? [])].findIndex((item) => {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
}

/** The index to which a key moves an item, or null. */
function targetIndexFor(key: string, from: number, count: number): number | null {
  const targets: Partial<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowUp: from - 1,
    ArrowRight: from + 1,
    ArrowDown: from + 1,
    Home: 0,
    End: count - 1,
  };
  const to = targets[key];
  return to === undefined || to < 0 || to >= count ? null : to;
}
