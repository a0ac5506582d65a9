// Not in limits.ts, which is part of every page.

/** Of one voice message. */
export const voiceMessageMaxMs = 5 * 60 * 1000;
