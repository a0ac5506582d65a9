import { Toasts } from '../ui/toasts.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';

/** What every screen has, but no first sight of one needs. */
export function LateParts() {
  return (
    <>
      <Toasts />
      <TooltipLayer />
    </>
  );
}
