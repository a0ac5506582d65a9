import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import type { RefObject } from 'react';
import { t } from '../../i18n/index.ts';

interface SearchHintsProps {
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

// Operators are not translated.
const hints = [
  { operator: '"small repairs"', description: 'search.hint.phrase' },
  { operator: '#wool', description: 'search.hint.tag' },
  { operator: 'from:ada', description: 'search.hint.from' },
  { operator: 'in:bookmarks', description: 'search.hint.in' },
  { operator: 'folder:"read later"', description: 'search.hint.folder' },
  { operator: 'has:media', description: 'search.hint.has' },
  { operator: 'since:2026-01-31', description: 'search.hint.since' },
  { operator: 'until:2026-01-31', description: 'search.hint.until' },
] as const;

/** A popover that lists the search operators. */
export function SearchHints({ anchor, isOpen, onOpenChange }: SearchHintsProps) {
  // Rendered inside the landmark of its button, for landmark navigation.
  const [container] = useState(() => anchor.current?.closest('main'));
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // The button handles its own clicks.
        const { target } = event;
        const isOnButton = target instanceof Node && anchor.current?.contains(target);
        if (event.type === 'keydown' || !isOnButton) onOpenChange(open);
      }}
    >
      <Popover.Portal container={container} className="contents">
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Popover.Popup
            finalFocus={anchor}
            className="w-88 max-w-[calc(100vw-1rem)] origin-(--transform-origin) rounded-md bg-raised p-4 shadow-raised outline-none transition data-ending-style:scale-96 data-ending-style:opacity-0 data-starting-style:scale-96 data-starting-style:opacity-0"
          >
            <Popover.Title className="font-semibold">{t('search.hints')}</Popover.Title>
            <Popover.Description className="mt-1 text-sm text-muted">
              {t('search.hintsText')}
            </Popover.Description>
            <dl className="mt-3 grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-2 text-sm">
              {hints.map(({ operator, description }) => (
                <div key={operator} className="contents">
                  <dt>
                    <code
                      translate="no"
                      className="rounded-sm bg-sunken px-1.5 py-0.5 font-sans font-medium whitespace-nowrap"
                    >
                      {operator}
                    </code>
                  </dt>
                  <dd className="text-muted">{t(description)}</dd>
                </div>
              ))}
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
