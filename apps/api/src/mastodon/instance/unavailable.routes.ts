import type { Scope } from '@skein/contracts/scopes';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { MastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { MastodonRouteInput, BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { getThread } from '../statuses/get-thread.ts';
import { requireId, unsupported } from '../pagination.ts';
import { getRelationship } from '../accounts/relationships.routes.ts';
import type { MastodonServices } from '../services.ts';

/**
 * Features of Mastodon that Skein does not have. Apps request their lists when they start, and hide
 * what is empty: nothing exists, creating something is rejected, and removing it changes nothing.
 */
export function unavailableRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  emptyRoutes(bindMastodon);
  unknownRoutes(bindMastodon);
  accountRoutes(bindMastodon, services);
  rejectedRoutes(bindMastodon, services);
}

type Method = MastodonRoute['method'];
type Input = MastodonRouteInput<ReturnType<typeof route>>;

const route = (method: Method, path: string, scope: Scope) =>
  defineMastodonRoute({
    // Unique, because the path is.
    id: `mastodon.${method} ${path}`,
    method,
    path,
    auth: 'bearer',
    scope,
  });

/** Routes that have no id in the path. */
function emptyRoutes(bindMastodon: BindMastodon): void {
  const responses: [Method, string, Scope, object][] = [
    ['GET', '/v1/endorsements', 'read:accounts', []],
    [
      'GET',
      '/v1/annual_reports',
      'read:accounts',
      { annual_reports: [], accounts: [], statuses: [] },
    ],
    ['GET', '/v1/annual_reports/{year}/state', 'read:accounts', { state: 'ineligible' }],
    ['POST', '/v1/annual_reports/{year}/generate', 'write:accounts', {}],
  ];
  for (const [method, path, scope, response] of responses) {
    bindMastodon(route(method, path, scope), async () => response);
  }
}

/** Parts of lists that are empty, so that no id exists. */
function unknownRoutes(bindMastodon: BindMastodon): void {
  const routes: [Method, string, Scope][] = [
    ['PUT', '/v1/announcements/{id}/reactions/{name}', 'write:favourites'],
    ['DELETE', '/v1/announcements/{id}/reactions/{name}', 'write:favourites'],
    ['GET', '/v1/annual_reports/{year}', 'read:accounts'],
    ['POST', '/v1/annual_reports/{year}/read', 'write:accounts'],
    // No link is trending.
    ['GET', '/v1/timelines/link', 'read:statuses'],
  ];
  for (const [method, path, scope] of routes) {
    bindMastodon(route(method, path, scope), async () => {
      throw new NotFoundError('error.notFound');
    });
  }
}

/** Routes of an account that must be visible. */
function accountRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const requireVisible = ({ viewer, params }: Input) =>
    services.users.getAuthor(viewer, requireId(params['id'], userNotFound));
  const empty = {
    endorsements: [],
    identity_proofs: [],
    collections: { collections: [] },
    in_collections: { collections: [] },
  };
  for (const [name, response] of Object.entries(empty)) {
    bindMastodon(route('GET', `/v1/accounts/{id}/${name}`, 'read:accounts'), async (input) => {
      await requireVisible(input);
      return response;
    });
  }
  // Mastodon has two names for each.
  for (const name of ['endorse', 'pin']) {
    bindMastodon(route('POST', `/v1/accounts/{id}/${name}`, 'write:accounts'), async (input) => {
      await requireVisible(input);
      throw unsupported('id', 'error.app.featuredAccounts');
    });
  }
  for (const name of ['unendorse', 'unpin']) {
    bindMastodon(route('POST', `/v1/accounts/{id}/${name}`, 'write:accounts'), async (input) => {
      const { id } = await requireVisible(input);
      return getRelationship(services, input.viewer, id);
    });
  }
}

function rejectedRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const policy = route('PUT', '/v1/statuses/{id}/interaction_policy', 'write:statuses');
  bindMastodon(policy, async ({ viewer, params }) => {
    await getThread(services, viewer, params['id']);
    const message = 'error.app.quotePolicy';
    throw unsupported('quote_approval_policy', message);
  });
}
