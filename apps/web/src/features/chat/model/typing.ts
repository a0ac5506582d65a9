import { typingShownMs } from '@skein/contracts/limits';

/** Half of the display time, so that the indicator stays visible while the viewer types. */
const intervalMs = typingShownMs / 2;

export interface TypingNotifier {
  notify: () => Promise<void>;
  /** Sends the next notification without delay, because a message was sent. */
  reset: () => void;
}

/** Limits how often the server is notified that the viewer is typing. */
export function createTypingNotifier(send: () => Promise<void>): TypingNotifier {
  let lastSentMs = Number.NEGATIVE_INFINITY;
  return {
    async notify() {
      const nowMs = Date.now();
      if (nowMs - lastSentMs < intervalMs) return;
      lastSentMs = nowMs;
      // A missing indicator is harmless.
      await send().catch(() => undefined);
    },
    reset() {
      lastSentMs = Number.NEGATIVE_INFINITY;
    },
  };
}

export interface TypingMembers {
  add: (userId: string) => void;
  remove: (userId: string | null) => void;
  clear: () => void;
}

/** The other members who are typing. Each is removed after a while. */
export function createTypingMembers(onChange: (userIds: string[]) => void): TypingMembers {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const remove = (userId: string | null) => {
    if (userId === null || !timers.has(userId)) return;
    clearTimeout(timers.get(userId));
    timers.delete(userId);
    onChange([...timers.keys()]);
  };
  return {
    add(userId) {
      clearTimeout(timers.get(userId));
      timers.set(
        userId,
        setTimeout(() => remove(userId), typingShownMs),
      );
      onChange([...timers.keys()]);
    },
    remove,
    clear: () => {
      for (const userId of timers.keys()) remove(userId);
    },
  };
}
