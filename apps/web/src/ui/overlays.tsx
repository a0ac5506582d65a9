import { Toasts } from './toasts.tsx';
import { TooltipLayer } from './tooltip-layer.tsx';

/** What every page can show above its content. */
export function Overlays() {
  return (
    <>
      <Toasts />
      <TooltipLayer />
    </>
  );
}
