import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notZoomed, pan, readableScale, zoomAt } from './zoom.ts';
import type { Bounds, Point } from './zoom.ts';

const wheelScalePerPx = 0.01;

/**
 * The zoom of the picture in `box`, which fits into the viewer. The wheel changes it with the control key,
 * as trackpads do for two fingers.
 */
export function useZoom(isZoomable: boolean, pixelWidth: number) {
  // A portal renders it later than the component.
  const [viewer, setViewer] = useState<HTMLDivElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(notZoomed);

  /** Multiplies the scale. The part of the picture at the point, in client coordinates, stays there. */
  const zoomBy = (factor: number, point: Point = getCenter(viewer)) => {
    const bounds = { ...getBounds(viewer, box.current), pixelWidth };
    const { x, y } = getCenter(viewer);
    const fromCenter = { x: point.x - x, y: point.y - y };
    if (isZoomable) setZoom((now) => zoomAt(now, now.scale * factor, fromCenter, bounds));
  };
  const zoomToRead = (point: Point) =>
    zoomBy(readableScale({ ...getBounds(viewer, box.current), pixelWidth }), point);
  const panBy = (distance: Point) => {
    const bounds = getBounds(viewer, box.current);
    setZoom((now) => pan(now, distance, bounds));
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // The browser zooms the page, unless the picture is zoomed instead.
    if (!event.ctrlKey || !isZoomable) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * wheelScalePerPx), { x: event.clientX, y: event.clientY });
  });
  useEffect(() => {
    const listener = (event: WheelEvent) => onWheel(event);
    // React would listen passively.
    viewer?.addEventListener('wheel', listener, { passive: false });
    return () => viewer?.removeEventListener('wheel', listener);
  }, [viewer]);

  const reset = () => setZoom(notZoomed);
  return { setViewer, box, zoom, isZoomed: zoom.scale > 1, zoomBy, zoomToRead, panBy, reset };
}

function getCenter(element: HTMLElement | null): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return { x: left + width / 2, y: top + height / 2 };
}

function getBounds(viewer: HTMLElement | null, picture: HTMLElement | null): Bounds {
  return { viewer: getSize(viewer), picture: getSize(picture) };
}

/** Returns the size before transforms. */
function getSize(element: HTMLElement | null) {
  return { width: element?.offsetWidth ?? 0, height: element?.offsetHeight ?? 0 };
}
