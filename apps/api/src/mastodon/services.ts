import type { OauthModule } from '../modules/oauth/index.ts';

/** The modules whose use cases the Mastodon API offers. */
export interface MastodonServices {
  oauth: OauthModule;
  push: { getPublicKey: () => Promise<string> };
}
