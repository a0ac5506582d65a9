import type { Logger } from '../../../platform/logger.ts';
import type { EventOrigin } from '../email/security-emails.ts';
import { consumeChallenge } from '../passkeys/passkeys.repository.ts';
import type { StartedAttempt } from './oidc-attempts.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { OidcError } from './oidc-errors.ts';
import { linkIdentity, signInWithOidc } from './sign-in-with-oidc.ts';

export interface ProviderResponse {
  query: URLSearchParams;
  /** The cookie that the start has set. */
  cookie: string | undefined;
  origin: EventOrigin;
}

/** Returns the page of the web app to which the browser returns from the provider. */
export async function finishOidc(
  dependencies: OidcDependencies & { logger: Logger },
  { query, cookie, origin }: ProviderResponse,
): Promise<string> {
  const { attempts, clock, logger } = dependencies;
  const started = cookie === undefined ? null : attempts.read(cookie, clock.now());
  try {
    if (started === null) throw new OidcError('expired');
    return await complete(dependencies, started, { query, origin });
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const { code, cause: err } = error;
    if (err !== undefined) logger.warn({ err, code }, 'a sign-in with OpenID Connect failed');
    return toErrorPath(code, started !== null && started.attempt.linkedSession !== null);
  }
}

async function complete(
  dependencies: OidcDependencies,
  { attempt, use }: StartedAttempt,
  { query, origin }: Pick<ProviderResponse, 'query' | 'origin'>,
): Promise<string> {
  const { client, database } = dependencies;
  const isExpected = client !== null && query.get('state') === attempt.state;
  if (!isExpected || !(await consumeChallenge(database, use))) throw new OidcError('expired');
  const claims = await client.finish(query, attempt);
  const { linkedSession, invitation, to } = attempt;
  if (linkedSession !== null) {
    await linkIdentity(dependencies, claims, { session: linkedSession, origin });
    return toSettingsPath('linked');
  }
  const token = await signInWithOidc(dependencies, claims, { invitation, origin });
  return `/login#${new URLSearchParams({ token, ...(to !== null && { to }) }).toString()}`;
}

/** The page that shows the error. */
export function toErrorPath(code: OidcError['code'], isLink: boolean): string {
  return isLink ? toSettingsPath(code) : `/login#error=${code}`;
}

function toSettingsPath(result: OidcError['code'] | 'linked'): string {
  return `/settings/security?identity=${result}`;
}
