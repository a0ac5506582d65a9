/** The words of what one wants to be told of. Part of the English catalogue. */
export const enNotificationSettings = {
  'settings.notifications': 'Notifications',
  'preferences.title': 'What you are told of',
  'preferences.text': 'The rest is neither listed nor counted.',
  'preferences.error': 'Your choices could not be loaded',
  'preferences.failed': 'Failed to save your choice. Please try again.',
  'preferences.like': 'Likes',
  'preferences.reaction': 'Reactions',
  'preferences.reply': 'Replies',
  'preferences.mention': 'Mentions',
  'preferences.repost': 'Reposts',
  'preferences.quote': 'Quotes',
  'preferences.follow': 'New followers',
  'preferences.follow_request': 'Follow requests',
  'preferences.follow_approved': 'Approved follow requests',
  'preferences.poll_ended': 'Ended polls',

  'push.title': 'Notifications on this device',
  'push.off': 'Be told even while this site is closed. Ends when you log out.',
  'push.on': 'This device is told even while this site is closed. Ends when you log out.',
  'push.denied':
    'Your browser does not let this site show notifications. Its settings for this site can change that.',
  'push.unsupported': 'This browser cannot be told while the site is closed.',
  'push.turnOn': 'Turn on',
  'push.turnOff': 'Turn off',
  'push.failed': 'Failed to turn on notifications. Please try again.',
} as const;
