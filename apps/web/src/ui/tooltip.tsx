import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { lazy, Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import type { TooltipText } from './tooltip-popup.tsx';

const showDelayMs = 400;

/** Connects all triggers with the one popup of the page, which is cheaper than a popup per list row. */
const tooltips = BaseTooltip.createHandle<TooltipText>();

const TooltipPopup = lazy(async () => ({
  default: (await import('./tooltip-popup.tsx')).TooltipPopup,
}));

interface TooltipProps {
  /** The tooltip is not shown while this is empty. */
  text: TooltipText | undefined;
  /** The element that shows the tooltip while it is hovered or focused. */
  children: ReactElement;
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Trigger
      handle={tooltips}
      payload={text}
      disabled={text === undefined}
      delay={showDelayMs}
      render={children}
    />
  );
}

/** Shows the tooltips of the page. The popup is loaded when the first one opens. */
export function Tooltips() {
  const [isPopupNeeded, setPopupNeeded] = useState(false);
  return (
    <BaseTooltip.Root
      handle={tooltips}
      disableHoverablePopup
      onOpenChange={(_isOpen, details) => {
        setPopupNeeded(true);
        // The same key closes the dialog around the element.
        if (details.reason === 'escape-key') details.allowPropagation();
      }}
    >
      {({ payload }) =>
        isPopupNeeded && (
          <Suspense>
            <TooltipPopup text={payload} />
          </Suspense>
        )
      }
    </BaseTooltip.Root>
  );
}
