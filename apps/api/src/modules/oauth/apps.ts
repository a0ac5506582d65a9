import { includesScope, scopes as knownScopes } from '@skein/contracts/scopes';
import { withValues } from '@skein/messages';
import type { Database } from '@skein/db';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import { hashSecret, newSecret } from './app-tokens.ts';
import { deleteOldestUnusedApps, insertApp } from './oauth.repository.ts';
import type { App } from './oauth.repository.ts';
import { isAllowedRedirectUri } from './redirect-uris.policy.ts';

const nameMaxLength = 100;
const uriMaxLength = 300;
const redirectUrisMax = 5;
/** Registered apps that act for no user. Everyone can register apps. */
const unusedAppsMax = 10_000;
const defaultScope = 'read';

export interface AppInput {
  name: string;
  website: string | null;
  redirectUris: readonly string[];
  /** Separated by spaces. */
  scope: string | undefined;
}

/**
 * Registers an app. Its secret is not stored and cannot be read again.
 * @throws ValidationError
 */
export async function registerApp(
  database: Database,
  { name, website, redirectUris, scope }: AppInput,
): Promise<{ app: App; secret: string }> {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > nameMaxLength) {
    throw invalid('client_name', withValues('error.app.name', { max: nameMaxLength }));
  }
  if (redirectUris.length === 0 || redirectUris.length > redirectUrisMax) {
    throw invalid('redirect_uris', withValues('error.app.redirectUris', { max: redirectUrisMax }));
  }
  if (redirectUris.some((uri) => uri.length > uriMaxLength)) {
    throw invalid(
      'redirect_uris',
      withValues('error.textTooLong', {
        label: 'error.label.redirectUri',
        max: uriMaxLength,
      }),
    );
  }
  if (!redirectUris.every(isAllowedRedirectUri)) {
    throw invalid('redirect_uris', 'error.app.redirectUri');
  }
  if (website !== null && website.length > uriMaxLength) {
    throw invalid(
      'website',
      withValues('error.textTooLong', { label: 'error.label.website', max: uriMaxLength }),
    );
  }
  if (website !== null && !isWebsite(website)) {
    throw invalid('website', 'error.websiteMalformed');
  }
  const secret = newSecret();
  const app = {
    id: newId(),
    name: trimmed,
    website,
    redirectUris: [...redirectUris],
    scopes: parseScopes(scope),
    secretHash: hashSecret(secret),
  };
  await insertApp(database, app);
  await deleteOldestUnusedApps(database, unusedAppsMax);
  return { app, secret };
}

/**
 * The scopes of a request, which must be among those that the app has registered.
 * @throws ValidationError
 */
export function requireScopes(app: Pick<App, 'scopes'>, scope: string | undefined): string[] {
  const requested = parseScopes(scope);
  if (requested.every((name) => includesScope(app.scopes, name))) return requested;
  throw invalid('scope', 'error.app.scopeNotRegistered');
}

/** @throws ValidationError */
function parseScopes(scope: string | undefined): string[] {
  const names = (scope ?? '').split(/\s+/).filter((name) => name !== '');
  if (names.length === 0) return [defaultScope];
  if (names.every((name) => knownScopes.includes(name))) return [...new Set(names)];
  throw invalid('scope', 'error.app.scopeUnknown');
}

function isWebsite(website: string): boolean {
  const protocol = URL.parse(website)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

function invalid(path: string, message: ResponseMessage): ValidationError {
  return new ValidationError([{ path, message }]);
}
