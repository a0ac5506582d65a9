/** The words of profiles, following and requests. Part of the English catalogue. */
export const enPeople = {
  // Following
  'people.follow': 'Follow',
  'people.pending': 'Pending',
  'people.following': 'Following',
  'people.followPerson': 'Follow {name}',
  'people.pendingPerson': 'Pending: {name}',
  'people.followingPerson': 'Following {name}: unfollow',
  'people.withdrawPerson': 'Pending: withdraw the request to {name}',
  'people.requestSent': 'Follow request sent!',
  'people.requestFailed': 'Failed to send follow request. Please try again.',
  'people.unfollowed': 'You have unfollowed this user.',
  'people.unfollowFailed': 'Failed to unfollow user. Please try again.',
  'people.verified': 'Verified',
  'people.followers': { one: 'follower', other: 'followers' },

  // Panels
  'people.suggestedTitle': 'Suggested for you',
  'people.noSuggestions': 'No suggestions available at the moment.',
  'people.dismiss': 'Do not suggest {name}',
  'people.requestsTitle': 'Follow Requests',
  'people.approve': 'Approve',
  'people.approvePerson': 'Approve {name}',
  'people.reject': 'Reject',
  'people.rejectPerson': 'Reject {name}',
  'people.requestApproved': 'Follow request approved!',
  'people.requestRejected': 'Follow request rejected.',
  'people.approveFailed': 'Failed to approve follow request. Please try again.',
  'people.rejectFailed': 'Failed to reject follow request. Please try again.',
} as const;
