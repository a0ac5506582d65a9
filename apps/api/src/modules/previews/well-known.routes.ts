import type { SiteSettings } from '@skein/contracts/instance';
import { z } from 'zod';
import { MastodonResponse, defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { getHandleDomain } from '../../platform/config/federation-settings.ts';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import { AppError, NotFoundError } from '../../platform/errors.ts';
import { mastodonVersion } from '../../platform/mastodon-version.ts';
import type { CurrentSiteSettings, InstanceModule, PublicStats } from '../instance/index.ts';
import type { PreviewsModule } from './previews.module.ts';

const nodeInfoVersions = ['2.0', '2.1'] as const;
const getSchema = (version: string) => `http://nodeinfo.diaspora.software/ns/schema/${version}`;

const webFingerHeaders = { 'Content-Type': 'application/jrd+json; charset=utf-8' };

const publicRoute = (name: string, path: string) =>
  defineMastodonRoute({
    id: `wellKnown.${name}`,
    method: 'GET',
    path,
    auth: 'none',
    limit: 'public',
  });

const webFinger = defineMastodonRoute({
  id: 'wellKnown.webFinger',
  method: 'GET',
  path: '/.well-known/webfinger',
  auth: 'none',
  limit: 'public',
  query: z.object({ resource: z.string().max(500).default('') }),
});

interface WellKnownSettings {
  publicUrl: URL;
  federation?: FederationSettings | undefined;
  version: string;
}

interface Services {
  settings: WellKnownSettings;
  siteSettings: CurrentSiteSettings;
  previews: Pick<PreviewsModule, 'findAccount'>;
  instance: Pick<InstanceModule, 'getPublicStats'>;
  /** Undefined unless the instance is connected with other servers. */
  federation: FederatedDiscovery | undefined;
}

interface FederatedDiscovery {
  isConnected(): boolean;
  findWebFinger(resource: string): Promise<object | null>;
}

/** WebFinger (RFC 7033), host metadata (RFC 6415) and NodeInfo of public accounts. */
export function wellKnownRoutes(bindMastodon: BindMastodon, services: Services): void {
  const { settings, siteSettings, previews, instance, federation } = services;
  const { publicUrl } = settings;
  bindMastodon(webFinger, async ({ query: { resource } }) => {
    const federated = await federation?.findWebFinger(resource);
    if (federated) return new MastodonResponse(federated, { headers: webFingerHeaders });
    const username = readUsername(resource, settings);
    const account = username === null ? null : await previews.findAccount(username);
    if (account === null) throw new NotFoundError('error.accountNotFound');
    return new MastodonResponse(toWebFinger(account, settings), { headers: webFingerHeaders });
  });
  bindMastodon(publicRoute('hostMeta', '/.well-known/host-meta.json'), async () => ({
    links: [
      {
        rel: 'lrdd',
        type: 'application/jrd+json',
        template: webFingerTemplate(publicUrl),
      },
    ],
  }));
  bindMastodon(publicRoute('nodeInfo', '/.well-known/nodeinfo'), async () => ({
    links: nodeInfoVersions.map((version) => ({
      rel: getSchema(version),
      href: `${publicUrl.origin}/nodeinfo/${version}`,
    })),
  }));
  for (const version of nodeInfoVersions) {
    bindMastodon(publicRoute(`nodeInfo.${version}`, `/nodeinfo/${version}`), async () => {
      const type = `application/json; profile="${getSchema(version)}#"; charset=utf-8`;
      const software = { settings: siteSettings.current(), softwareVersion: settings.version };
      const protocols = federation?.isConnected() === true ? ['activitypub'] : [];
      const body = toNodeInfo(version, { ...software, protocols }, await instance.getPublicStats());
      return new MastodonResponse(body, { headers: { 'Content-Type': type } });
    });
  }
}

/** `/.well-known/host-meta`, whose format is XML. */
export function toHostMetaXml(publicUrl: URL): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">
  <Link rel="lrdd" type="application/jrd+json" template="${webFingerTemplate(publicUrl)}"/>
</XRD>
`;
}

function webFingerTemplate({ origin }: URL): string {
  return `${origin}/.well-known/webfinger?resource={uri}`;
}

/**
 * The username of `acct:user@host` or of the address of a profile; null for another host.
 * @throws AppError without a resource
 */
function readUsername(resource: string, settings: WellKnownSettings): string | null {
  const { publicUrl } = settings;
  if (resource === '') throw new AppError('malformed_request', 'error.resourceMissing');
  const [, user, host] = /^acct:@?([^@]+)@(.+)$/i.exec(resource) ?? [];
  if (user !== undefined && host !== undefined) {
    const hosts = [publicUrl.host, getHandleDomain(settings)];
    return hosts.includes(host.toLowerCase()) ? user : null;
  }
  const url = URL.parse(resource);
  if (url?.origin !== publicUrl.origin) return null;
  return /^\/profile\/([^/]+)$/.exec(url.pathname)?.[1] ?? null;
}

function toWebFinger(
  { username, pictureUrl }: { username: string; pictureUrl: string | null },
  settings: WellKnownSettings,
): object {
  const profile = `${settings.publicUrl.origin}/profile/${username}`;
  return {
    subject: `acct:${username}@${getHandleDomain(settings)}`,
    aliases: [profile],
    links: [
      { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: profile },
      ...(pictureUrl === null
        ? []
        : [{ rel: 'http://webfinger.net/rel/avatar', type: 'image/webp', href: pictureUrl }]),
    ],
  };
}

function toNodeInfo(
  version: string,
  {
    settings,
    softwareVersion,
    protocols,
  }: { settings: SiteSettings; softwareVersion: string; protocols: readonly string[] },
  { users, activeUsers, threads }: PublicStats,
): object {
  return {
    version,
    software: { name: 'skein', version: softwareVersion },
    protocols,
    services: { inbound: [], outbound: [] },
    openRegistrations: settings.registrationMode === 'open',
    usage: { users: { total: users, activeMonth: activeUsers }, localPosts: threads },
    metadata: {
      nodeName: settings.name,
      nodeDescription: settings.description,
      // Libraries detect the API of a server by it.
      upstream: { name: 'mastodon', version: mastodonVersion },
    },
  };
}
