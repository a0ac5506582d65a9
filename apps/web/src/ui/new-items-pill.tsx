import ArrowUp from 'lucide-react/icons/arrow-up';
import { useKeyboardShortcuts } from '../lib/keyboard-shortcuts.ts';

interface NewItemsPillProps {
  /** Describes the new items; null if there are none. */
  text: string | null;
  onClick: () => void;
}

/** Announces new items above a list without moving the visible ones. A click or `.` shows them. */
export function NewItemsPill({ text, onClick }: NewItemsPillProps) {
  useKeyboardShortcuts(text === null ? {} : { '.': onClick });
  return (
    <div role="status" className="pointer-events-none sticky top-17 z-10 flex h-0 justify-center">
      {text !== null && (
        <button
          type="button"
          className="finger pointer-events-auto flex h-9 animate-fade-in items-center gap-1.5 rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-raised hover:bg-accent-strong"
          onClick={onClick}
        >
          <ArrowUp aria-hidden className="size-4" />
          {text}
        </button>
      )}
    </div>
  );
}
