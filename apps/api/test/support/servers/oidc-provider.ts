import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { findFreePort } from './free-port.ts';

/** An account at the provider; its subject is the key of `accounts`. */
interface ProviderAccount {
  email?: string;
  email_verified?: boolean;
  name?: string;
  preferred_username?: string;
}

/** An OpenID Connect provider on a free local port. */
export interface TestOidcProvider {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  accounts: Map<string, ProviderAccount>;
  /**
   * Signs in at the page of an authorization URL, or cancels with null. Returns the address that the provider
   * then opens.
   */
  signIn(url: string, subject: string | null): Promise<URL>;
  close(): Promise<void>;
}

const clientId = 'skein';
const clientSecret = 'a secret of the client, long enough';

export async function startOidcProvider(redirectUri: string): Promise<TestOidcProvider> {
  const port = await findFreePort();
  const issuer = new URL(`http://127.0.0.1:${port}`);
  const accounts = new Map<string, ProviderAccount>();
  const provider = new Provider(issuer.origin, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a key for tests'] },
    // If these are missing, the provider writes a notice about each default.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...accounts.get(sub) }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Users are not asked which claims Skein may read.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const interactions = new Map<string, string | null>();
  const handle = provider.callback();

  async function decide(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const subject = interactions.get(String(request.headers['x-test'])) ?? null;
    const result =
      subject === null ? { error: 'access_denied' } : { login: { accountId: subject } };
    await provider.interactionFinished(request, response, result);
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void decide(request, response);
    else void handle(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    async signIn(url, subject) {
      const browser = String(interactions.size);
      interactions.set(browser, subject);
      return followRedirects(new URL(url), { origin: issuer.origin, browser });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows redirects with cookies, like a browser, until they leave the origin. */
async function followRedirects(
  url: URL,
  { origin, browser }: { origin: string; browser: string },
): Promise<URL> {
  const cookies = new Map<string, string>();
  let target = url;
  while (target.origin === origin) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(target, {
      headers: { Cookie: cookie, 'X-Test': browser },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider responded: ${await response.text()}`);
    target = new URL(location, target);
  }
  return target;
}
