import { useEffect, useRef } from 'react';

const showDelayMs = 400;
const gapPx = 6;
const edgePx = 8;

/**
 * Shows the tooltip of the hovered or focused element with `data-tooltip`. One layer for the page is
 * cheaper than a tooltip component for each list row. Hidden from screen readers, because the text
 * repeats the accessible name.
 */
export function TooltipLayer() {
  const layerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const layer = layerRef.current;
    return layer ? followTargets(layer) : undefined;
  }, []);
  return (
    <div
      ref={layerRef}
      popover="manual"
      aria-hidden
      className="pointer-events-none fixed inset-auto m-0 w-max max-w-64 rounded-sm bg-ink px-2 py-1 text-xs font-medium text-inverse"
    />
  );
}

function followTargets(layer: HTMLElement): () => void {
  const listening = new AbortController();
  let timer = 0;
  let isShown = false;
  const hide = () => {
    clearTimeout(timer);
    if (isShown && layer.isConnected) layer.hidePopover();
    isShown = false;
  };
  const show = (target: HTMLElement) => {
    if (!target.isConnected || !target.dataset['tooltip']) return;
    hide();
    layer.textContent = target.dataset['tooltip'];
    layer.showPopover();
    isShown = true;
    place(layer, target.getBoundingClientRect());
  };
  const onEnter = (event: PointerEvent) => {
    const target = findTarget(event.target);
    if (event.pointerType === 'touch') return;
    hide();
    if (target) timer = window.setTimeout(() => show(target), showDelayMs);
  };
  const onFocus = (event: FocusEvent) => {
    const target = findTarget(event.target);
    if (target?.matches(':focus-visible')) show(target);
  };
  const options = { signal: listening.signal };
  document.addEventListener('pointerover', onEnter, options);
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('scroll', hide, { ...options, capture: true, passive: true });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), options);
  // The layer is loaded when a pointer or the focus reaches the first target.
  const [focused, hovered] = [':focus-visible', ':hover'].map((state) =>
    findTarget(document.querySelector(`[data-tooltip]${state}`)),
  );
  if (focused) show(focused);
  else if (hovered && canHover()) timer = window.setTimeout(() => show(hovered), showDelayMs);
  return () => {
    listening.abort();
    hide();
  };
}

/** False for a touch, which also makes an element match `:hover`. */
const canHover = () => window.matchMedia('(hover: hover)').matches;

function findTarget(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}

/** Above the target if there is room, else below; always within the window. */
function place(layer: HTMLElement, target: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = layer;
  const above = target.top - height - gapPx;
  const centred = target.left + (target.width - width) / 2;
  const rightmost = document.documentElement.clientWidth - width - edgePx;
  layer.style.top = `${above >= edgePx ? above : target.bottom + gapPx}px`;
  layer.style.left = `${Math.max(edgePx, Math.min(centred, rightmost))}px`;
}
