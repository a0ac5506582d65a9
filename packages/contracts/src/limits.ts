/**
 * Every constant that both sides use. Values come from the specification, section 9,
 * unless a line says otherwise. Lengths are Unicode code points; times are milliseconds.
 */

export const textMaxLength = 2000;
/** Counter of a text box: yellow above the first, red above the second. */
export const textWarnLength = 1500;
export const textAlarmLength = 1800;

export const attachmentsMax = 10;
export const altTextMaxLength = 1500;
export const imageMaxBytes = 10 * 1024 * 1024;
export const imageMaxPixels = 40_000_000;
export const animationMaxFrames = 200;
/** All frames of an animation together. */
export const animationMaxPixels = 100_000_000;
/** MP4, WebM, QuickTime. */
export const videoMaxBytes = 100 * 1024 * 1024;
/** MP3, M4A, OGG, WAV. */
export const audioMaxBytes = 25 * 1024 * 1024;
/** PDF. */
export const documentMaxBytes = 25 * 1024 * 1024;
export const profileImageMaxBytes = 2 * 1024 * 1024;
/** The sizes in which a profile picture is kept, square, the largest first. */
export const profilePictureWidthsPx = [400, 200, 96] as const;
export const jsonBodyMaxBytes = 100_000;

export const nameMaxLength = 80;
export const usernameMinLength = 3;
export const usernameMaxLength = 30;
export const emailMaxLength = 254;
export const bioMaxLength = 500;
export const locationMaxLength = 100;
export const websiteMaxLength = 200;
export const phoneNumberMaxLength = 30;
export const passwordMinLength = 8;
/** bcrypt reads no further; a longer password is refused, never cut. */
export const passwordMaxBytes = 72;

export const hashtagMaxLength = 64;
/** In one text, so many different ones take effect; further ones are plain text. */
export const hashtagsMax = 30;
export const mentionsMax = 30;
export const replyLevelMax = 5;

export const pollQuestionMaxLength = 300;
export const pollOptionsMin = 2;
export const pollOptionsMax = 6;
export const pollOptionMaxLength = 80;
export const pollDurationMinMinutes = 5;
export const pollDurationMaxMinutes = 7 * 24 * 60;

/** What a reporter adds in their own words. */
export const reportNoteMaxLength = 1000;
/** Why an administrator did something, for the audit log. */
export const adminReasonMaxLength = 500;
export const adminPageSize = 20;

export const idempotencyKeyMaxLength = 255;

export const pageSizeMax = 100;
export const threadsPageSize = 20;
export const feedPageSize = 30;
export const repliesPageSize = 100;
export const repliesPageSizeMax = 200;
export const myThreadsPageSize = 100;
/** Of endpoints that answer a plain list. */
export const listLimitMax = 50;
export const likedThreadsLimit = 10;
export const threadHistoryLimit = 50;
export const hashtagSuggestionsLimit = 8;
export const trendingHashtagsLimit = 10;
/** Search. Beyond so many results it is only said that there are more. */
export const searchPageSize = 10;
export const searchTotalMax = 10_000;
export const searchQueryMaxLength = 500;
export const userSearchLimit = 10;
export const suggestedUsersLimit = 5;
export const followRequestsLimit = 50;
export const usersPageSize = 20;
export const notificationsPageSize = 30;
/** Unread notifications are counted up to here: this number stands for as many or more. */
export const unreadCountMax = 99;
/** Of those who are behind one notification, so many are named. */
export const notificationActorsMax = 3;
export const pushSubscriptionsMax = 20;
/** So much of a thread's text is pushed. */
export const pushExcerptMaxLength = 200;

/** Chat. */
export const messageMaxLength = 2000;
export const chatPageSize = 50;
export const conversationsLimit = 10;
export const clientMessageIdMaxLength = 100;
/** Begins the names of messages that their sender did not name; clients cannot use it. */
export const serverMessageIdPrefix = 'request:';
/** So long a message can be taken back by its sender. */
export const messageDeletionMs = 48 * 60 * 60 * 1000;
/** 'Is writing' is shown for so long after it was told. */
export const typingShownMs = 6000;
export const chatSearchDebounceMs = 300;

/** Event stream. */
export const streamReconnectDelayMs = 5000;
/** So often comes a heartbeat; a stream on which nothing came for two and a half is dead. */
export const streamHeartbeatMs = 25_000;
export const streamSilenceMaxMs = 2.5 * streamHeartbeatMs;
/** So many messages are sent again after a break; beyond, the client reads everything anew. */
export const streamResumeMax = 500;
export const streamsPerUserMax = 5;
/** Characters of an encrypted list position. */
export const cursorMaxLength = 400;
/** `page * size` may not go beyond; a cursor may. */
export const pageOffsetMax = 10_000;

export const toastDurationMs = 5000;
export const suggestionHideDelayMs = 200;
export const infiniteScrollMarginPx = 100;
export const infiniteScrollThreshold = 0.1;
export const listSkeletonCount = 5;
export const avatarColourCount = 10;
