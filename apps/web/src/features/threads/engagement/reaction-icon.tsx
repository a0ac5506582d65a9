import type { ReactionType } from '@skein/contracts/threads';

interface Drawing {
  color: string;
  /** Filled shapes on a disc of 24 by 24. */
  shapes?: string;
  strokes?: string;
}

const eyes = 'M8.7 9.6v.8M15.3 9.6v.8';

const drawings: Record<ReactionType, Drawing> = {
  like: {
    color: 'text-reaction-like',
    shapes:
      'M6.6 11h2.2v6.6H6.6zM10.2 10.8l2.4-4.7c1.4 0 2.1 1 1.8 2.4l-.4 2.1h3.1c1 0 1.6.9 1.4 1.8l-1 4c-.2.8-.8 1.2-1.6 1.2h-5.7z',
  },
  love: {
    color: 'text-reaction-love',
    shapes:
      'M12 18.3l-5-4.9c-1.6-1.6-1.4-4.1.2-5.2 1.5-1 3.6-.6 4.8.9 1.2-1.5 3.3-1.9 4.8-.9 1.6 1.1 1.8 3.6.2 5.2z',
  },
  laugh: {
    color: 'text-reaction-face',
    shapes: 'M6.9 12.8h10.2a5.1 5.1 0 0 1-10.2 0z',
    strokes: 'M7.3 9.9l1.4-1.3 1.4 1.3M13.9 9.9l1.4-1.3 1.4 1.3',
  },
  wow: {
    color: 'text-reaction-face',
    shapes: 'M12 13a2.3 2.7 0 0 1 0 5.4 2.3 2.7 0 0 1 0-5.4z',
    strokes: `${eyes}M7.4 6.9l2-.8M16.6 6.9l-2-.8`,
  },
  sad: {
    color: 'text-reaction-face',
    strokes: `${eyes}M8.5 16.8a4.3 4.3 0 0 1 7 0`,
  },
  angry: {
    color: 'text-reaction-angry',
    strokes: 'M7.3 8.9l3 1.5M16.7 8.9l-3 1.5M8.7 11.3v.5M15.3 11.3v.5M9 16.8a3.9 3.9 0 0 1 6 0',
  },
};

const whiteSymbols: ReadonlySet<ReactionType> = new Set(['like', 'love']);

interface ReactionIconProps {
  type: ReactionType;
  /** The size in px at the default text size. */
  size: number;
}

/** The icon of a reaction: a disc with a face or a symbol, drawn for small sizes. */
export function ReactionIcon({ type, size }: ReactionIconProps) {
  const length = `${size / 16}rem`;
  const { color, shapes, strokes } = drawings[type];
  return (
    <svg
      width={length}
      height={length}
      viewBox="0 0 24 24"
      aria-hidden
      className={`forced-color-adjust-none ${color}`}
    >
      <circle cx="12" cy="12" r="11" fill="currentColor" />
      <g className={whiteSymbols.has(type) ? 'text-on-reaction' : 'text-on-reaction-face'}>
        <path d={shapes} fill="currentColor" />
        <path
          d={strokes}
          stroke="currentColor"
          strokeWidth="1.8"
          fill="none"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
