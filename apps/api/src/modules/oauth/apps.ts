import { includesScope, scopes as knownScopes } from '@skein/contracts/scopes';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret, newSecret } from './app-tokens.ts';
import type { App, OauthRepository } from './oauth.repository.ts';
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
  repository: Pick<OauthRepository, 'insertApp' | 'deleteOldestUnusedApps'>,
  { name, website, redirectUris, scope }: AppInput,
): Promise<{ app: App; secret: string }> {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > nameMaxLength) {
    throw invalid(
      'client_name',
      `The name of an app must be 1 to ${nameMaxLength} characters long.`,
    );
  }
  if (redirectUris.length === 0 || redirectUris.length > redirectUrisMax) {
    throw invalid('redirect_uris', `An app needs 1 to ${redirectUrisMax} redirect URIs.`);
  }
  if (redirectUris.some((uri) => uri.length > uriMaxLength)) {
    throw invalid(
      'redirect_uris',
      `The redirect URI can be up to ${uriMaxLength} characters long.`,
    );
  }
  if (!redirectUris.every(isAllowedRedirectUri)) {
    throw invalid('redirect_uris', 'A redirect URI must use https or the scheme of an app.');
  }
  if (website !== null && website.length > uriMaxLength) {
    throw invalid('website', `Website can be up to ${uriMaxLength} characters long.`);
  }
  if (website !== null && !isWebsite(website)) {
    throw invalid('website', 'The website must start with http:// or https://.');
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
  await repository.insertApp(app);
  await repository.deleteOldestUnusedApps(unusedAppsMax);
  return { app, secret };
}

/**
 * The scopes of a request, which must be among those that the app has registered.
 * @throws ValidationError
 */
export function requireScopes(app: Pick<App, 'scopes'>, scope: string | undefined): string[] {
  const requested = parseScopes(scope);
  if (requested.every((name) => includesScope(app.scopes, name))) return requested;
  throw invalid('scope', 'The app is asking for more access than it registered.');
}

/** @throws ValidationError */
function parseScopes(scope: string | undefined): string[] {
  const names = (scope ?? '').split(/\s+/).filter((name) => name !== '');
  if (names.length === 0) return [defaultScope];
  if (names.every((name) => knownScopes.includes(name))) return [...new Set(names)];
  throw invalid('scope', "The app is asking for access that doesn't exist here.");
}

function isWebsite(website: string): boolean {
  const protocol = URL.parse(website)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

function invalid(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message }]);
}
