import type { EndpointDefinition } from '@skein/contracts/http';
import { ForbiddenError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';

/**
 * The writes that a frozen account may do: they concern only its own account, or withdraw something.
 * Every other one is rejected, also of a route that is added later.
 */
export const writesOfFrozenAccounts: ReadonlySet<string> = new Set([
  // Sessions and the account
  'logout',
  'endSession',
  'endAllSessions',
  'exchangeSession',
  'changePassword',
  'changeEmail',
  'sendVerificationEmail',
  'verifyEmail',
  'setUpTwoFactor',
  'confirmTwoFactor',
  'replaceRecoveryCodes',
  'turnOffTwoFactor',
  'startPasskeyRegistration',
  'registerPasskey',
  'renamePasskey',
  'removePasskey',
  'startIdentityLink',
  'unlinkIdentity',
  'revokeAuthorizedApp',
  'deleteAccount',
  'appealStrike',
  // What only the user sees. `updateProfile` rejects changes of what others see.
  'updateProfile',
  'markNotificationsRead',
  'updateNotificationPreferences',
  'updateEmailDigest',
  'subscribeToPush',
  'unsubscribeFromPush',
  'markMessagesRead',
  'updateConversationSettings',
  'clearConversation',
  'declineMessageRequest',
  'bookmarkThread',
  'saveBookmark',
  'muteThread',
  'unmuteThread',
  'dismissSuggestedUser',
  'restoreSuggestedUser',
  'deleteDraft',
  'deleteScheduledThread',
  'deleteImport',
  'saveNote',
  'mastodon.saveMarkers',
  'mastodon.dismissNotification',
  'mastodon.dismissNotificationGroup',
  'mastodon.clearNotifications',
  'mastodon.subscribeToPush',
  'mastodon.updatePushSubscription',
  'mastodon.deletePushSubscription',
  'mastodon.dismissSuggestion',
  'mastodon.deleteScheduledStatus',
  'mastodon.bookmarkStatus',
  'mastodon.unbookmarkStatus',
  'mastodon.muteStatus',
  'mastodon.unmuteStatus',
  'mastodon.readConversation',
  'mastodon.deleteConversation',
  'mastodon.saveNote',
  // Other users
  'blockUser',
  'unblockUser',
  'muteUser',
  'unmuteUser',
  'muteReposts',
  'unmuteReposts',
  'unfollowUser',
  'removeFollower',
  'rejectFollowRequest',
  'createReport',
  'mastodon.blockAccount',
  'mastodon.unblockAccount',
  'mastodon.muteAccount',
  'mastodon.unmuteAccount',
  'mastodon.unfollowAccount',
  'mastodon.remove_from_followersAccount',
  'mastodon.rejectFollowRequest',
  'mastodon.createReport',
  // Own content
  'deleteThread',
  'deleteMessage',
  'mastodon.deleteStatus',
]);

/**
 * The only place where a frozen account is kept from publishing and contacting others.
 * @throws ForbiddenError
 */
export function requireUnfrozen(
  route: Pick<EndpointDefinition, 'id' | 'method'>,
  viewer: Viewer | undefined,
): void {
  if (viewer?.isFrozen !== true) return;
  if (route.method === 'GET' || writesOfFrozenAccounts.has(route.id)) return;
  throw new ForbiddenError(
    'Your account is frozen, so you can only read. See Settings → Account status.',
  );
}
