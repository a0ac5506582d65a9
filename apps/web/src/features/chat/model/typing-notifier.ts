import { typingShownMs } from '@skein/contracts/limits';

/** A new word of 'is typing' is told so often: while the last still counts. */
const toldEveryMs = typingShownMs / 2;

export interface TypingNotifier {
  tell: () => Promise<void>;
  /** What was written is sent: the next word is news again. */
  startAnew: () => void;
}

/** Tells that somebody types, not with every letter. */
export function createTypingNotifier(send: () => Promise<void>): TypingNotifier {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return {
    async tell() {
      const nowMs = Date.now();
      if (nowMs - toldAtMs < toldEveryMs) return;
      toldAtMs = nowMs;
      // Nobody misses it.
      await send().catch(() => undefined);
    },
    startAnew() {
      toldAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
