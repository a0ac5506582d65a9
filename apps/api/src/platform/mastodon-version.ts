/** The version of Mastodon whose API clients should expect. */
export const mastodonVersion = '4.5.0';

/**
 * The API version of that Mastodon, which clients compare with what they need: they offer quotes from 7 on. Each
 * route of these versions exists; those for what Skein lacks reject a request with the reason. docs/apps.md lists them.
 */
export const mastodonApiVersion = 7;
