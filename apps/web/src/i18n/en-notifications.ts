/** The words of notifications. Part of the English catalogue. */
export const enNotifications = {
  'notifications.title': 'Notifications',
  'notifications.tabs': 'Which notifications',
  'notifications.tab.all': 'All',
  'notifications.tab.mentions': 'Mentions',
  'notifications.tab.requests': 'Requests',
  'notifications.markAllRead': 'Mark all as read',
  'notifications.markFailed': 'Failed to mark notifications as read. Please try again.',
  'notifications.loading': 'Loading notifications...',
  'notifications.error': 'The notifications could not be loaded',
  'notifications.empty.all': 'Nothing yet. What others do with your threads shows here.',
  'notifications.empty.mentions': 'Nobody has mentioned or answered you yet.',
  'notifications.empty.requests': 'No follow requests.',
  'notifications.end': 'You have seen it all',
  'notifications.new': { one: '{count} new notification', other: '{count} new notifications' },
  'notifications.manyNew': '{count}+ new notifications',
  'notifications.unread': 'Unread',
  'notifications.media': 'Media',

  // Who
  'notifications.two': '{first} and {second}',
  'notifications.many': {
    one: '{first}, {second} and {count} other',
    other: '{first}, {second} and {count} others',
  },

  // Did what
  'notifications.like': '{actors} liked your thread',
  'notifications.reaction': '{actors} reacted to your thread',
  'notifications.reply': '{actors} replied to you',
  'notifications.mention': '{actors} mentioned you',
  'notifications.repost': '{actors} reposted your thread',
  'notifications.quote': '{actors} quoted your thread',
  'notifications.follow': '{actors} followed you',
  'notifications.follow_request': '{actors} asked to follow you',
  'notifications.follow_approved': '{actors} approved your follow request',
  'notifications.poll_ended': 'The poll of {actors} has ended',
  'notifications.own_poll_ended': 'Your poll has ended',
  'push.messages': { one: '{name} wrote to you', other: '{name} wrote {count} messages to you' },
  'notifications.approved': 'Approved',
  'notifications.rejected': 'Rejected',
} as const;
