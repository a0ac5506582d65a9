import type { authorizationCodeGrant, Configuration } from 'openid-client';
import type { SignInSettings } from '../../../platform/config/security-settings.ts';
import { toClaims } from './oidc-claims.ts';
import type { OidcClaims } from './oidc-claims.ts';
import { OidcError } from './oidc-errors.ts';
import { hourMs } from '../../../platform/clock.ts';

type OidcSettings = NonNullable<SignInSettings['oidc']>;

export const callbackPath = '/auth/oidc/callback';

const scope = 'openid profile email';
const timeoutSeconds = 10;
/** The configuration of a provider may change, for example its addresses. */
const configurationMaxAgeMs = hourMs;

/** What connects the response of the provider to the request. */
interface Checks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Loads the library with the first sign-in. */
const loadLibrary = () => import('openid-client');

export type OidcClient = ReturnType<typeof createOidcClient>;

/**
 * A client of the OpenID Connect provider: authorization code flow with PKCE. Connects to the provider with
 * the first sign-in, so that the server starts without it.
 */
export function createOidcClient(settings: OidcSettings, publicUrl: URL) {
  const redirectUrl = new URL(`/api${callbackPath}`, publicUrl);
  const loadConfiguration = cacheFor(configurationMaxAgeMs, () => discover(settings));

  async function getConfiguration(): Promise<Configuration> {
    try {
      return await loadConfiguration();
    } catch (cause) {
      throw new OidcError('unavailable', { cause });
    }
  }

  return {
    /** Sends no request, so it ignores a slash at the end, which the issuer may have. */
    isIssuer: (issuer: string): boolean =>
      withoutSlash(issuer) === withoutSlash(settings.issuer.href),

    /** @throws OidcError `unavailable` */
    async start(): Promise<{ url: string; issuer: string; checks: Checks }> {
      const configuration = await getConfiguration();
      const client = await loadLibrary();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUrl.href,
        scope,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, issuer: configuration.serverMetadata().issuer, checks };
    },

    /**
     * Exchanges the code in the provider's response, and checks the ID token.
     * @param query The query of the callback.
     * @throws OidcError
     */
    async finish(query: URLSearchParams, { state, nonce, codeVerifier }: Checks) {
      const configuration = await getConfiguration();
      const client = await loadLibrary();
      const currentUrl = new URL(redirectUrl);
      currentUrl.search = query.toString();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return await readClaims(configuration, tokens);
      } catch (cause) {
        throw new OidcError(classify(client, cause), { cause });
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await loadLibrary();
  const configuration = await client.discovery(
    issuer,
    clientId,
    undefined,
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported;
      // The default of the standard, and of most providers.
      const isBasic = methods === undefined || methods.includes('client_secret_basic');
      const authenticate = isBasic ? client.ClientSecretBasic : client.ClientSecretPost;
      authenticate(clientSecret)(server, ...rest);
    },
    {
      timeout: timeoutSeconds,
      execute: [
        // This also checks the signature of the ID token, which TLS already protects.
        client.enableNonRepudiationChecks,
        // The settings accept this protocol only on the same machine.
        // oxlint-disable-next-line typescript/no-deprecated -- marked only as a warning
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  return configuration;
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;
type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>;

/** Many providers send profile and email only from the user info endpoint. */
async function readClaims(configuration: Configuration, tokens: Tokens): Promise<OidcClaims> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The response contains no ID token.');
  const { iss: issuer, sub: subject } = claims;
  if (configuration.serverMetadata().userinfo_endpoint === undefined) {
    return toClaims({ issuer, subject }, claims);
  }
  const { fetchUserInfo } = await loadLibrary();
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, subject);
  return toClaims({ issuer, subject }, { ...claims, ...userInfo });
}

function classify(library: Library, error: unknown): OidcError['code'] {
  if (error instanceof library.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'canceled';
    const isTemporary = ['server_error', 'temporarily_unavailable'].includes(error.error);
    return isTemporary ? 'unavailable' : 'invalidResponse';
  }
  return isNetworkFailure(error) ? 'unavailable' : 'invalidResponse';
}

function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}

/** Loads a value on the first call and caches it for a time. After a failure, the next call loads again. */
function cacheFor<Value>(maxAgeMs: number, load: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Promise<Value>; loadedAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (cached !== undefined && now - cached.loadedAt < maxAgeMs) return cached.value;
    const current = { value: load(), loadedAt: now };
    cached = current;
    current.value.catch(() => {
      if (cached === current) cached = undefined;
    });
    return current.value;
  };
}
