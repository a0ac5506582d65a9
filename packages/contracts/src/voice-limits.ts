// These limits are not in limits.ts, because that file is part of every page.

/** The maximum duration of one voice message. */
export const voiceMessageMaxMs = 5 * 60 * 1000;
