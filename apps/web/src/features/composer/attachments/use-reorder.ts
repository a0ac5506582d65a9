import { useEffect, useEffectEvent, useState } from 'react';
import type { KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';

interface ReorderOptions {
  ids: readonly string[];
  /** The items' elements are its children, in the ids' order. */
  list: RefObject<HTMLElement | null>;
  onMove: (id: string, to: number) => void;
}

/** Moves items of a list by dragging and by arrow keys; what is moved goes along at once. */
export function useReorder({ ids, list, onMove }: ReorderOptions) {
  const [draggedId, setDraggedId] = useState<string | null>(null);

  const drag = useEffectEvent((event: PointerEvent) => {
    if (draggedId === null) return;
    const to = indexAt(list.current, event);
    if (to >= 0 && ids[to] !== draggedId) onMove(draggedId, to);
  });
  useEffect(() => {
    if (draggedId === null) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const drop = () => setDraggedId(null);
    window.addEventListener('pointermove', (event) => drag(event), options);
    window.addEventListener('pointerup', drop, options);
    window.addEventListener('pointercancel', drop, options);
    return () => listening.abort();
  }, [draggedId]);

  return {
    draggedId,
    startDrag: (event: ReactPointerEvent, id: string) => {
      if (event.button === 0) setDraggedId(id);
    },
    moveByKey: (event: KeyboardEvent<HTMLElement>, id: string) => {
      const to = targetOf(event.key, ids.indexOf(id), ids.length);
      if (to === null) return;
      event.preventDefault();
      const handle = event.currentTarget;
      // An element that changes its place loses the focus.
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

/** Where a key moves an item; null if it does not. */
function targetOf(key: string, from: number, count: number): number | null {
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
