import { Toasts } from './toasts.tsx';
import { TooltipLayer } from './tooltip-layer.tsx';

/** The overlays that every page can open. */
export function Overlays() {
  return (
    <>
      <Toasts />
      <TooltipLayer />
    </>
  );
}
