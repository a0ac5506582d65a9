import type { ReactNode } from 'react';

/** Each drawing is one thread, with few things hung on it. */
function Drawing({ thread, children }: { thread: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 480 300" fill="none" strokeLinecap="round" aria-hidden className="w-full">
      {children}
      <path d={thread} stroke="currentColor" strokeWidth="3.5" className="text-accent" />
    </svg>
  );
}

const face = 'fill-raised stroke-ink';

export function FriendsDrawing() {
  return (
    <Drawing thread="M-40 214C30 250 62 262 92 246 132 224 120 150 86 156 56 162 64 214 118 214 196 214 190 92 238 84 288 76 284 146 246 142 210 138 216 84 262 92 328 104 318 210 372 214 424 218 428 150 394 150 362 152 366 208 408 212 446 216 490 196 540 150">
      <g strokeWidth="2.500" className={face}>
        <circle cx="92" cy="196" r="52" />
        <circle cx="244" cy="108" r="60" />
        <circle cx="394" cy="186" r="48" />
      </g>
    </Drawing>
  );
}

export function MomentsDrawing() {
  return (
    <Drawing thread="M-40 40C60 96 150 104 240 100 330 96 420 80 540 20">
      <g strokeWidth="2.5" className={face}>
        <rect x="44" y="84" width="108" height="128" rx="8" transform="rotate(5 98 84)" />
        <rect x="186" y="98" width="116" height="150" rx="8" transform="rotate(-2 244 98)" />
        <rect x="338" y="84" width="100" height="112" rx="8" transform="rotate(-8 388 84)" />
      </g>
    </Drawing>
  );
}

export function TalkDrawing() {
  return (
    <Drawing thread="M-40 120C0 120 30 120 60 120">
      <g strokeWidth="2.5" className={face}>
        <rect x="60" y="40" width="200" height="90" rx="22" />
        <rect x="220" y="160" width="200" height="90" rx="22" />
      </g>
    </Drawing>
  );
}
