/** Types of events that inform one account of another server. */
export type DirectEventType =
  | 'follow'
  | 'undoFollow'
  | 'accept'
  | 'reject'
  | 'block'
  | 'undoBlock'
  | 'createMessage'
  | 'updateMessage'
  | 'deleteMessage'
  | 'vote'
  | 'like'
  | 'undoLike'
  | 'reaction'
  | 'undoReaction'
  | 'flag'
  | 'quoteRequest'
  | 'acceptQuote'
  | 'rejectQuote'
  | 'replyResponse';

/** Types of events that inform several servers. */
export type SharedEventType =
  | 'createThread'
  | 'updateThread'
  | 'pollResults'
  | 'deleteThread'
  | 'deleteMentioned'
  | 'updateActor'
  | 'move'
  | 'delete'
  | 'repost'
  | 'undoRepost'
  | 'revokeQuote';

/** The types in `federation_events`. The last two cause other events instead of an activity. */
export type FederationEventType =
  DirectEventType | SharedEventType | 'blockServer' | 'suspendServers';
