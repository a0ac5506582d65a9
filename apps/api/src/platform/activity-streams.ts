/** The names in ActivityStreams documents that several parts of the server read or write. */

export const activityStreams = 'https://www.w3.org/ns/activitystreams';
/** The media type of a document. Servers that do not know JSON-LD use `application/activity+json`. */
export const profiledMediaType = `application/ld+json; profile="${activityStreams}"`;
/** The id of the collection of everyone. */
export const everyone = `${activityStreams}#Public`;
/** All names of this collection. */
export const publicNames: ReadonlySet<string> = new Set([everyone, 'as:Public', 'Public']);
