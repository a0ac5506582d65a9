import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Transaction } from '@skein/db';
import { bindDependencies } from '../../platform/bind-dependencies.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import type { Logger } from '../../platform/logger.ts';
import type { SendRequest } from '../../platform/public-request.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import type { GenerateRsaKeyPair } from '../../platform/rsa-key-pair.ts';
import { createSecretCipher } from '../../platform/secret-cipher.ts';
import type { AuthModule } from '../auth/index.ts';
import type { MediaModule, MediaStore } from '../media/index.ts';
import type { SiteSettingsStore } from '../instance/index.ts';
import type { EngagementModule } from '../engagement/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { RelationshipsModule } from '../relationships/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { findCollection } from './documents/collections.ts';
import {
  findActorDocument,
  findNoteDocument,
  findQuoteAuthorizationDocument,
  findReplyAuthorizationDocument,
} from './documents/documents.ts';
import { refreshFeatured } from './actors/refresh-actor.ts';
import { createDeliverer, processEvents } from './outbox/deliver.ts';
import { removeExpiredValues } from './expiring-values.repository.ts';
import {
  lookUpAccount,
  resolveAccount,
  resolveThread,
  lookUpMentions,
} from './discovery/resolve.ts';
import type { ResolveOptions } from './discovery/resolve.ts';
import { findWebFinger } from './documents/serve-web-finger.ts';
import { createActorKeys } from './identity/actor-keys.repository.ts';
import { createAddresses } from './identity/addresses.ts';
import { leaveNetwork } from './identity/leave-network.ts';
import { isCurrent, requireStoredDomain } from './identity/stored-domain.repository.ts';
import { findFollowersOnHost } from './follows/synchronize-followers.ts';
import { createInboxProcessor } from './inbox/process-inbox.ts';
import { receiveActivity } from './inbox/receive-activity.ts';
import type { Delivered } from './inbox/receive-activity.ts';
import { addAlias, cancelMove, getMove, moveAccount, removeAlias } from './moving/account-moves.ts';
import { moveFollowers } from './moving/move-followers.ts';
import { checkSoftware } from './servers/check-software.ts';
import { refreshPoll } from './engagement/refresh-poll.ts';
import type { OpenedPoll } from './engagement/refresh-poll.ts';
import { countFollows, listPolicies, listRestrictions } from './servers/server-lists.queries.ts';
import {
  decideAll,
  findServer,
  listExpired,
  listPeers,
  listServers,
  readEffect,
  readMode,
  readUndecided,
  endSuspended,
  setMode,
} from './servers/servers.repository.ts';
import { findEmojiKey } from './remote-media/emoji.repository.ts';
import { createRemoteMedia } from './remote-media/remote-media.ts';

export interface FederationDependencies {
  database: Database;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  jwtSecret: string;
  publicUrl: URL;
  version: string;
  sendRequest: SendRequest;
  generateRsaKeyPair: GenerateRsaKeyPair;
  rateLimiter: RateLimiter;
  auth: Pick<AuthModule, 'confirmPassword'>;
  users: Pick<UsersModule, 'listUsers'>;
  relationships: RelationshipsModule;
  threads: ThreadsModule;
  media: Pick<MediaModule, 'storeRemoteFile' | 'discard'>;
  protection: Pick<ProtectionModule, 'countMessage' | 'refund'>;
  bus: Pick<Bus, 'publish'>;
  siteSettings: Pick<SiteSettingsStore, 'findSection'>;
  mediaStore: MediaStore;
  remoteMediaBytes: number;
  engagement: EngagementModule;
}

export type FederationModule = ReturnType<typeof createFederationModule>;

/** The connection with other servers by ActivityPub. Fedify is imported when it is first needed. */
export function createFederationModule(
  dependencies: FederationDependencies,
  names: FederationSettings,
) {
  const { database, clock, jwtSecret, publicUrl, version } = dependencies;
  const stopping = new AbortController();
  const addresses = createAddresses(publicUrl);
  /** False after a command has ended federation, or another server has corrected the domain. */
  const isConnected = () =>
    isCurrent(dependencies.siteSettings.findSection('federation')?.content, names);
  const whileConnected = (run: () => Promise<void>) => async () => {
    if (isConnected()) await run();
  };
  const deps = {
    ...dependencies,
    sendRequest: ((url, options) => {
      if (!isConnected())
        throw new Error('This instance is no longer connected with other servers.');
      return dependencies.sendRequest(url, options);
    }) satisfies SendRequest,
    names,
    addresses,
    keys: createActorKeys({
      database,
      cipher: createSecretCipher(jwtSecret, 'actor-keys'),
      generateRsaKeyPair: dependencies.generateRsaKeyPair,
    }),
    userAgent: `Skein/${version} (+${publicUrl.origin})`,
    domains: [names.domain, names.handleDomain],
    stopping: stopping.signal,
    lookups: new Map<string, Promise<string | null>>(),
  };

  const runInbox = createInboxProcessor(deps);
  const runDeliveries = createDeliverer(deps);
  const processInbox = whileConnected(runInbox);
  const deliverDue = whileConnected(runDeliveries);
  const limitToStored = ({ fetches = true }: ResolveOptions = {}): ResolveOptions => ({
    fetches: fetches && isConnected(),
  });
  // A request may read from a replica, which cannot store what it fetches.
  const runOnPrimary = AsyncLocalStorage.snapshot();
  /** Refreshes something that a request has read. The request does not wait. */
  function refreshLater(name: string, refresh: () => Promise<void>): void {
    runOnPrimary(refresh).catch((err: unknown) => {
      deps.logger.info({ err, name }, 'what somebody opened could not be refreshed');
    });
  }

  return {
    origin: publicUrl.origin,
    isConnected,
    /** @throws ConfigurationError if the domain has changed */
    requireStoredDomain: () => requireStoredDomain(database, names, clock.now()),

    findWebFinger: async (resource: string) =>
      isConnected() ? findWebFinger(deps, resource) : null,
    ...bindDependencies(deps, {
      findActor: findActorDocument,
      findCollection,
      findFollowersOnHost,
      findNote: findNoteDocument,
      findQuoteAuthorization: findQuoteAuthorizationDocument,
      findReplyAuthorization: findReplyAuthorizationDocument,
      lookUpAccount,
      lookUpMentions,
    }),
    /** Stores an activity of another server, which is processed in the background. */
    async receive(delivered: Delivered): Promise<void> {
      if (!(await receiveActivity(deps, delivered))) return;
      processInbox().catch((err: unknown) => {
        deps.logger.warn({ err }, 'the activities of other servers are processed later');
      });
    },
    resolveAccount: (viewer: Viewer, text: string, options?: ResolveOptions) =>
      runOnPrimary(() => resolveAccount(deps, viewer, text, limitToStored(options))),
    resolveThread: (viewer: Viewer, text: string, options?: ResolveOptions) =>
      runOnPrimary(() => resolveThread(deps, viewer, text, limitToStored(options))),
    refreshPoll: (poll: OpenedPoll) => refreshLater('poll', () => refreshPoll(deps, poll)),
    refreshFeatured: (userId: string) =>
      refreshLater('pinned thread', () => refreshFeatured(deps, userId)),
    remoteMedia: createRemoteMedia(deps),
    findEmojiKey: (domain: string, shortcode: string) => findEmojiKey(database, domain, shortcode),

    /** Background jobs. */
    processInbox,
    processEvents: whileConnected(() => processEvents(deps)),
    deliverDue,
    /** Does not wait for the responses of other servers. */
    startDelivery(): void {
      deliverDue().catch((err: unknown) => {
        deps.logger.warn({ err }, 'activities are delivered later');
      });
    },
    removeExpiredValues: () => removeExpiredValues(database, clock.now()),

    servers: {
      ownDomains: deps.domains,
      ...bindDependencies(database, {
        list: listServers,
        find: findServer,
        listPeers,
        readEffect,
        readUndecided,
        listPolicies,
        countFollows,
        listRestrictions,
        allowsOnlyListed: readMode,
      }),
      decideAll: (tx: Transaction, decisions: Parameters<typeof decideAll>[1]) =>
        decideAll(tx, decisions, clock.now()),
      endSuspended,
      setMode: (tx: Transaction, isOn: boolean) => setMode(tx, isOn, clock.now()),
      /** Accounts whose server has been suspended for 30 days. */
      listExpired: (limit: number) => listExpired(database, clock.now(), limit),
      /** A background job. */
      checkSoftware: () => checkSoftware(deps),
    },

    moving: bindDependencies(deps, {
      get: getMove,
      addAlias,
      removeAlias,
      move: moveAccount,
      cancel: cancelMove,
      /** A background job. */
      moveFollowers,
    }),

    /**
     * Asks other servers to delete all accounts, and ends federation for good, also on the running servers.
     * @throws ConfigurationError if the domain has changed, or the instance has left already
     */
    async leave(onProgress: (waiting: number) => void): Promise<void> {
      await requireStoredDomain(database, names, clock.now());
      await leaveNetwork({ ...deps, deliverDue }, onProgress);
    },

    /** Aborts the deliveries in progress, which are repeated after the start, and ends the processing of activities. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled([runInbox(), runDeliveries()]);
    },
  };
}
