/** The version of Mastodon whose API clients should expect. */
export const mastodonVersion = '4.5.0';

/**
 * The API version of that Mastodon, which clients compare with what they need: 3 deletes unused media, 6 has
 * the terms of service and featured accounts, 7 has quotes. Each of their routes exists; those for what Skein
 * lacks reject a request with the reason.
 */
export const mastodonApiVersion = 7;
