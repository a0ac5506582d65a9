import { useRef, useState } from 'react';
import type { DragEvent, MouseEvent, PointerEvent } from 'react';
import type { useZoom } from './use-zoom.ts';
import { distanceBetween, minus } from './zoom.ts';
import type { Point } from './zoom.ts';

const swipeMinPx = 50;
const closeMinPx = 100;
const clickMaxPx = 10;
const doubleClickMaxMs = 300;

interface Options extends Pick<
  ReturnType<typeof useZoom>,
  'isZoomed' | 'zoomBy' | 'zoomToRead' | 'panBy' | 'reset'
> {
  onStep: (step: -1 | 1) => void;
  onClose: () => void;
}

/**
 * Two fingers zoom the picture, one moves it while it is zoomed. Otherwise a swipe to the side shows
 * the next or previous picture, and one up or down closes the viewer. `drag` is its distance so far.
 */
export function useViewerGestures(options: Options) {
  const { isZoomed, zoomBy, panBy, onStep, onClose } = options;
  const pointers = useRef(new Map<number, Point>());
  const press = useRef<Point>({ x: 0, y: 0 });
  const wasPinched = useRef(false);
  const [drag, setDrag] = useState<Point | null>(null);

  const pinch = (before: Point, now: Point, other: Point) => {
    wasPinched.current = true;
    const factor = distanceBetween(now, other) / Math.max(1, distanceBetween(before, other));
    zoomBy(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    panBy({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
    setDrag(null);
  };
  const swipe = ({ x, y }: Point) => {
    if (isZoomed || wasPinched.current) return;
    if (x !== 0 && Math.abs(x) >= swipeMinPx) onStep(x < 0 ? 1 : -1);
    if (y !== 0 && Math.abs(y) >= closeMinPx) onClose();
  };
  const release = () => {
    pointers.current.clear();
    setDrag(null);
  };

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      pointers.current.set(event.pointerId, getPoint(event));
      if (pointers.current.size > 1) return;
      press.current = getPoint(event);
      wasPinched.current = false;
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      // The button of the mouse was released elsewhere.
      if (event.buttons === 0) {
        release();
        return;
      }
      const now = getPoint(event);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other) pinch(before, now, other);
      else if (isZoomed) panBy(minus(now, before));
      else if (!wasPinched.current) setDrag(alongOneAxis(minus(now, press.current)));
      pointers.current.set(event.pointerId, now);
    },
    onPointerUp: (event: PointerEvent) => {
      const wasPressed = pointers.current.delete(event.pointerId);
      setDrag(null);
      if (!wasPressed || pointers.current.size > 0) return;
      swipe(alongOneAxis(minus(getPoint(event), press.current)));
    },
    onPointerCancel: release,
    // The browser would drag the image.
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onClick: useClicks(options, press),
  };
  return { drag, handlers };
}

type ClickOptions = Pick<Options, 'isZoomed' | 'zoomToRead' | 'reset' | 'onClose'>;

/** A click beside the picture closes the viewer; two clicks on it change the zoom. */
function useClicks(
  { isZoomed, zoomToRead, reset, onClose }: ClickOptions,
  press: { current: Point },
) {
  const previous = useRef({ time: -Infinity, point: press.current });
  return (event: MouseEvent) => {
    const point = getPoint(event);
    // Drags with a mouse end with a click event too.
    if (distanceBetween(point, press.current) > clickMaxPx || isOnButton(event.target)) return;
    if (event.target === event.currentTarget) {
      onClose();
      return;
    }
    const { time, point: before } = previous.current;
    const isNear = distanceBetween(point, before) <= swipeMinPx;
    const isDouble = isNear && event.timeStamp - time <= doubleClickMaxMs;
    previous.current = { time: isDouble ? -Infinity : event.timeStamp, point };
    if (!isDouble) return;
    if (isZoomed) reset();
    else zoomToRead(point);
  };
}

function isOnButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button') !== null;
}

function getPoint({ clientX, clientY }: PointerEvent | MouseEvent): Point {
  return { x: clientX, y: clientY };
}

function alongOneAxis({ x, y }: Point): Point {
  return Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}
