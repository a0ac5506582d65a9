import { ArrowUp } from 'lucide-react';

interface NewsPillProps {
  /** What there is; null while there is nothing. */
  text: string | null;
  onClick: () => void;
}

/** Tells that something new waits above a list, without moving what is being read. */
export function NewItemsPill({ text, onClick }: NewsPillProps) {
  return (
    <div role="status" className="pointer-events-none sticky top-17 z-10 flex h-0 justify-center">
      {text !== null && (
        <button
          type="button"
          className="pointer-events-auto flex h-9 animate-fade-in items-center gap-1.5 rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-raised hover:bg-accent-strong"
          onClick={onClick}
        >
          <ArrowUp aria-hidden className="size-4" />
          {text}
        </button>
      )}
    </div>
  );
}
