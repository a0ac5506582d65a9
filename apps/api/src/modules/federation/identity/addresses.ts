import { isId } from '../../../platform/ids.ts';

/** The name of the collection of the followers on the requesting server. */
export const synchronizationName = 'followers_synchronization';

export type Addresses = ReturnType<typeof createAddresses>;

/** The ids of this server's actors and objects. They contain no usernames, which users may have changed. */
export function createAddresses({ origin }: URL) {
  const actor = (userId: string) => `${origin}/ap/users/${userId}`;
  return {
    origin,
    actor,
    key: (userId: string) => `${actor(userId)}#main-key`,
    assertionKey: (userId: string) => `${actor(userId)}#ed25519-key`,
    inbox: (userId: string) => `${actor(userId)}/inbox`,
    sharedInbox: `${origin}/ap/inbox`,
    collection: (userId: string, name: string) => `${actor(userId)}/${name}`,
    object: (threadId: string) => `${origin}/ap/objects/${threadId}`,
    follow: (requestId: string) => `${origin}/ap/follows/${requestId}`,
    block: (reference: string) => `${origin}/ap/blocks/${reference}`,
    repost: (repostId: string) => `${origin}/ap/reposts/${repostId}`,
    quoteRequest: (quoteId: string) => `${origin}/ap/quote-requests/${quoteId}`,
    /** The approval of a quote of a local thread, or of a reply to it. */
    authorization: (kind: 'quote' | 'reply', id: string) =>
      `${origin}/ap/${kind}-authorizations/${id}`,
    replyRequest: (replyId: string) => `${origin}/ap/reply-requests/${replyId}`,
    activity: (id: string) => `${origin}/ap/activities/${id}`,
    profile: (username: string) => `${origin}/profile/${username}`,
    /** The id of the user of an actor of this server; null for another address. */
    parseActor: (uri: string | undefined) => parse(uri, `${origin}/ap/users/`),
    /** The id of a thread of this server; null for another address. */
    parseObject: (uri: string | undefined) => parse(uri, `${origin}/ap/objects/`),
    /** The id of the quote of a `QuoteRequest` that this server has sent. */
    parseQuoteRequest: (uri: string | undefined) => parse(uri, `${origin}/ap/quote-requests/`),
    /** The id of the reply of a `ReplyRequest` that this server has sent. */
    parseReplyRequest: (uri: string | undefined) => parse(uri, `${origin}/ap/reply-requests/`),
    /** The id of the follow request of a `Follow` that this server has sent. */
    parseFollow: (uri: string | undefined) => parse(uri, `${origin}/ap/follows/`),
  };
}

function parse(uri: string | undefined, prefix: string): string | null {
  if (uri?.startsWith(prefix) !== true) return null;
  const id = uri.slice(prefix.length);
  return isId(id) ? id.toLowerCase() : null;
}
