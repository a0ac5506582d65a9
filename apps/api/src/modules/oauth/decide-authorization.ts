import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule, EventOrigin } from '../auth/index.ts';
import type { AuthorizationDecision, OauthServer } from './oauth-server.ts';
import { getRequestedAccess } from './requested-access.ts';

interface Dependencies {
  database: Database;
  auth: Pick<AuthModule, 'securityEmails'>;
  loadServer: () => Promise<Pick<OauthServer, 'decide'>>;
  issuer: string;
  /** The page that shows the code to users of apps without a redirect URI. */
  codePage: string;
}

/**
 * Grants or denies what an app asks for, and returns the address that the browser opens next.
 * @throws ValidationError
 */
export async function decideAuthorization(
  { database, auth, loadServer, issuer, codePage }: Dependencies,
  viewer: Viewer,
  decision: AuthorizationDecision,
  origin: EventOrigin,
): Promise<string> {
  const { app } = await getRequestedAccess(database, decision);
  const server = await loadServer();
  const location = await server.decide(viewer, decision);
  if (decision.isGranted) {
    const event = { type: 'appAuthorized', name: app.name } as const;
    auth.securityEmails.notify(viewer.userId, event, origin);
  }
  // The browser may use another address of this server than the public URL.
  return location.startsWith(codePage) ? location.slice(issuer.length) : location;
}
