import type { ReactNode } from 'react';

/** A line drawing of one thread that reaches the edges of the panel. */
function Drawing({ thread, children }: { thread: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 480 300"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className="w-full overflow-visible"
    >
      {children}
      <path d={thread} strokeWidth="3.5" className="text-accent" />
    </svg>
  );
}

export function FriendsDrawing() {
  return (
    <Drawing thread="M-400 150C-200 300 34 144 62 200 76 228 108 228 122 200 146 152 188 66 212 122 224 150 264 150 276 122 296 74 342 138 366 190 378 216 410 216 422 190 446 138 620 300 880 90">
      <g className="fill-raised">
        <circle cx="92" cy="190" r="58" />
        <circle cx="244" cy="112" r="64" />
        <circle cx="394" cy="182" r="54" />
      </g>
      <path strokeWidth="7" d="M75 178h0M109 178h0M226 98h0M262 98h0M379 170h0M409 170h0" />
    </Drawing>
  );
}

export function MomentsDrawing() {
  return (
    <Drawing thread="M-400 -60C-200 70 60 108 240 108 420 108 640 70 880 -60">
      <g transform="rotate(4 96 98)">
        <rect x="34" y="98" width="124" height="148" rx="8" className="fill-raised" />
        <path d="M48 200l30-38 20 22 16-18 30 34" />
        <circle cx="122" cy="134" r="10" />
        <path d="M48 224h56" />
      </g>
      <g transform="rotate(-2 246 104)">
        <rect x="190" y="104" width="112" height="164" rx="8" className="fill-raised" />
        <path d="M246 222v-70M246 186c-22 0-30-14-30-30 20 0 30 12 30 30M246 200c20 0 28-12 28-28-18 0-28 10-28 28" />
        <path d="M226 222h40l-6 26h-28z" />
      </g>
      <g transform="rotate(-6 392 96)">
        <rect x="334" y="96" width="116" height="136" rx="8" className="fill-raised" />
        <path d="M364 150h48v24a22 22 0 0 1-22 22h-4a22 22 0 0 1-22-22zM412 156h8a10 10 0 0 1 0 20h-9M378 138c-6-8 6-10 0-20M396 138c-6-8 6-10 0-20" />
      </g>
      <path strokeWidth="8" d="M96 88v18M246 98v18M392 86v18" />
    </Drawing>
  );
}

export function TalkDrawing() {
  return (
    <Drawing thread="M-400 200C-200 270 20 250 88 178 34 150 40 52 152 48 272 44 288 150 184 168 142 176 112 176 100 192 88 216 196 276 262 240 222 206 228 130 330 126 444 122 452 228 352 240 320 244 300 246 288 262 276 284 520 330 880 160">
      <g stroke="none" className="fill-raised">
        <path d="M88 178C34 150 40 52 152 48 272 44 288 150 184 168 142 176 112 176 100 192z" />
        <path d="M262 240C222 206 228 130 330 126 444 122 452 228 352 240 320 244 300 246 288 262z" />
      </g>
      <path d="M108 94h96M108 122h60M288 172h88M288 200h48" />
    </Drawing>
  );
}
