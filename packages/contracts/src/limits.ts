/**
 * Constants shared by the server and the web app.
 * Lengths are in Unicode code points, times in milliseconds.
 */

export const textMaxLength = 2000;
/** The character counter is yellow above the first, red above the second. */
export const textWarnLength = 1500;
export const textAlarmLength = 1800;

/** Threads that one user has scheduled. */
export const scheduledThreadsMax = 50;
export const scheduledAheadMaxMs = 365 * 24 * 60 * 60 * 1000;

/** Threads that one user has saved to continue later. */
export const draftsMax = 100;
export const draftsPageSize = 20;
export const draftTopicMaxLength = 100;

/** Threads that are published together, each a reply to the one before. */
export const chainPartsMin = 2;
export const chainPartsMax = 10;
/** Files of all of them together. */
export const chainFilesMax = 20;

/** Content warning of a thread. */
export const contentWarningMaxLength = 200;

export const attachmentsMax = 10;
export const altTextMaxLength = 1500;
export const imageMaxBytes = 10 * 1024 * 1024;
export const imageMaxPixels = 40_000_000;
export const animationMaxFrames = 200;
/** The pixels of all frames together. */
export const animationMaxPixels = 100_000_000;
/** MP4, WebM, QuickTime. */
export const videoMaxBytes = 100 * 1024 * 1024;
/** A still image of a video. */
export const posterMaxBytes = 2 * 1024 * 1024;
/** WebVTT, per file. */
export const captionsMaxBytes = 256 * 1024;
/** In different languages. */
export const captionsPerVideoMax = 5;
/** The files of all videos of a thread or chain. */
export const captionFilesMax = 20;
/** MP3, M4A, OGG, WAV. */
export const audioMaxBytes = 25 * 1024 * 1024;
/** PDF. */
export const documentMaxBytes = 25 * 1024 * 1024;
export const profileImageMaxBytes = 2 * 1024 * 1024;
/** Widths of the stored square profile pictures, largest first. */
export const profilePictureWidthsPx = [400, 200, 96] as const;
export const bannerImageMaxBytes = 2 * 1024 * 1024;
/** Width divided by height. */
export const bannerAspectRatio = 3;
/** Widths of the stored profile banners, largest first. */
export const bannerWidthsPx = [1500, 900, 600] as const;
export const jsonBodyMaxBytes = 100_000;
/** Levels of lists and objects in a request body. */
export const nestingMax = 32;

export const instanceNameMaxLength = 60;
export const instanceDescriptionMaxLength = 500;
/** Markdown of a page about the instance. */
export const instancePageMaxLength = 20_000;
export const rulesMax = 30;
export const ruleTitleMaxLength = 200;
export const ruleDescriptionMaxLength = 500;

/** What an applicant writes to the administrators. */
export const registrationReasonMaxLength = 500;
/** Accounts that wait for approval; further people cannot register. */
export const pendingRegistrationsMax = 10_000;
/** Invitations of one administrator that can be used. */
export const invitationsMax = 100;
export const invitationUsesMax = 1000;
export const invitationDaysMax = 365;

/** Shown where registration is not open. */
export const registrationMessageMaxLength = 500;

export const nameMaxLength = 80;
export const usernameMinLength = 3;
export const usernameMaxLength = 30;
/** Length of the handle of a user of another server, such as `ada@example.org`. */
export const handleMaxLength = 355;
/** After a change, the former username is reserved for its user for this time. */
export const formerUsernameDays = 30;
/** Reserved for one user at a time, the last ones. */
export const formerUsernamesMax = 3;
export const emailMaxLength = 254;
/** Languages of the feed of all threads that a user chooses. */
export const feedLanguagesMax = 50;
export const bioMaxLength = 500;
export const locationMaxLength = 100;
export const websiteMaxLength = 200;
export const featuredHashtagsMax = 10;
/** Other accounts of a user, which may move to an account. */
export const accountAliasesMax = 10;
export const profileFieldsMax = 4;
export const profileFieldNameMaxLength = 50;
export const profileFieldValueMaxLength = 255;
export const phoneNumberMaxLength = 30;
export const passwordMinLength = 8;
/** bcrypt ignores further bytes, so longer passwords are rejected. */
export const passwordMaxBytes = 72;
export const passkeysMax = 20;
export const passkeyNameMaxLength = 60;
/** Access tokens for scripts. */
export const accessTokensMax = 20;
export const accessTokenNameMaxLength = 60;
export const accessTokenDaysMax = 365;

export const hashtagMaxLength = 64;
/** Different hashtags or mentions per text; further ones are plain text. */
export const hashtagsMax = 30;
export const mentionsMax = 30;
export const replyLevelMax = 5;

export const pollQuestionMaxLength = 300;
export const pollOptionsMin = 2;
export const pollOptionsMax = 6;
export const pollOptionMaxLength = 80;
export const pollDurationMinMinutes = 5;
export const pollDurationMaxMinutes = 7 * 24 * 60;

/** Optional note of a report. */
export const reportNoteMaxLength = 1000;
/** Reason of an administrator's action, for the audit log. */
export const adminReasonMaxLength = 500;
export const adminPageSize = 20;

export const idempotencyKeyMaxLength = 255;

export const pageSizeMax = 100;
export const threadsPageSize = 20;
export const feedPageSize = 30;
/** Threads above a reply, from the nearest. */
export const ancestorsMax = 100;
export const repliesPageSize = 100;
export const repliesPageSizeMax = 200;
export const myThreadsPageSize = 100;
/** Maximum `limit` of endpoints that return a plain array. */
export const listLimitMax = 50;
export const likedThreadsLimit = 10;
/** Earlier texts of a thread. An edit deletes older ones. */
export const threadHistoryLimit = 50;
/** Private lists of one user, and users in one of them. */
export const listsMax = 20;
export const listMembersMax = 500;
export const listNameMaxLength = 50;
/** Folders of one user for bookmarks. */
export const bookmarkFoldersMax = 50;
export const bookmarkFolderNameMaxLength = 40;
/** Keyword filters of one user. */
export const filtersMax = 50;
/** The threads that the filters of a user can list. */
export const filteredThreadsMax = 200;
export const filterPhraseMaxLength = 80;
export const followedHashtagsMax = 50;
/** Users whose reposts one user hides. */
export const mutedRepostsMax = 1000;
export const blockedServersMax = 1000;
/** Rejected hosts of push services that administrators see. */
export const rejectedPushHostsMax = 100;
/** Senders of filtered notifications in one list. */
export const filteredSendersMax = 100;
/** Notifications of younger accounts can be filtered. */
export const newAccountDays = 30;

/** Notifications of a thread of another server wait if its author is newer, or if it mentions so many users. */
export const heldAccountHours = 24;
export const heldMentionsMin = 5;

/** The longest mute that ends by itself: ten years. */
export const muteMaxSeconds = 10 * 365 * 24 * 60 * 60;
/** Muting another thread unmutes the one that was muted first. */
export const mutedThreadsMax = 1000;
/** Named with the latest reposter of a thread. */
export const otherRepostersMax = 10;
export const hashtagSuggestionsLimit = 8;
export const trendingHashtagsLimit = 10;
/** The number of threads of a hashtag if there are more. */
export const hashtagUsesMax = 10_000;
/** Search. `searchTotalMax` is also the total if there are more results. */
export const searchPageSize = 10;
export const searchTotalMax = 1000;
export const searchQueryMaxLength = 500;
export const userSearchLimit = 10;
export const suggestedUsersLimit = 5;
/** Named on a profile. */
export const familiarFollowersMax = 3;
export const followRequestsLimit = 50;
export const usersPageSize = 20;
export const notificationsPageSize = 30;
/** Unread notifications are counted up to this number, which means "this many or more". */
export const unreadCountMax = 99;
/** Users named in one notification. */
export const notificationActorsMax = 3;
export const pushSubscriptionsMax = 20;
/** Length of the excerpt of a thread in a push message. */
export const pushExcerptMaxLength = 200;

/** Chat. */
/** The excerpt of a message that is shown above a reply to it. */
export const messageExcerptLength = 140;
export const messageMaxLength = 2000;
export const chatPageSize = 50;
export const conversationsLimit = 10;
/** Messages that a user can send before the other accepts the request or answers. */
export const messageRequestMessagesMax = 5;
export const clientMessageIdMaxLength = 100;
/** Prefix of message ids that the server generates from idempotency keys; clients cannot use it. */
export const serverMessageIdPrefix = 'request:';
/** How long a sender can edit a message. */
export const messageEditMs = 15 * 60 * 1000;
/** How long a sender can delete a message. */
export const messageDeletionMs = 48 * 60 * 60 * 1000;
/** How long a typing indicator is shown after an event. */
export const typingShownMs = 6000;
export const chatSearchDebounceMs = 300;

/** Event stream. */
export const streamReconnectDelayMs = 5000;
/** Heartbeat interval. A client reconnects after 2.5 intervals without any event. */
export const streamHeartbeatMs = 25_000;
export const streamSilenceMaxMs = 2.5 * streamHeartbeatMs;
/** Messages replayed after a reconnection; if more were missed, the client reloads everything. */
export const streamResumeMax = 500;
export const streamsPerUserMax = 5;
/** Length of an encrypted cursor. */
export const cursorMaxLength = 400;
/** Maximum of `page * size`. Cursors have no such limit. */
export const pageOffsetMax = 10_000;

export const toastDurationMs = 5000;
export const suggestionHideDelayMs = 200;
export const infiniteScrollMarginPx = 100;
export const infiniteScrollThreshold = 0.1;
export const listSkeletonCount = 5;
export const avatarColorCount = 10;
