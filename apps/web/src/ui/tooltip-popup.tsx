import { Tooltip } from '@base-ui/react/tooltip';

/** A function computes the text when the tooltip opens. */
export type TooltipText = string | (() => string);

/** Hidden from screen readers, because the text repeats the accessible name. */
export function TooltipPopup({ text }: { text: TooltipText | undefined }) {
  return (
    <Tooltip.Portal>
      <Tooltip.Positioner sideOffset={6} collisionPadding={8} className="z-70">
        <Tooltip.Popup
          aria-hidden
          className="max-w-64 rounded-sm bg-ink px-2 py-1 text-xs font-medium text-inverse"
        >
          {typeof text === 'function' ? text() : text}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  );
}
