import type { Viewer } from '../../../platform/viewer.ts';
import { disableDigest, isDigestEnabled } from './email-digests.repository.ts';
import { canSendDigests, sendDueDigests } from './send-digests.ts';
import type { DigestDependencies } from './send-digests.ts';
import { updateDigest } from './update-digest.ts';

export type EmailDigestModule = ReturnType<typeof createEmailDigestModule>;

/** The weekly email about missed activity, for users who want it. */
export function createEmailDigestModule(deps: DigestDependencies) {
  const { database } = deps;
  return {
    get: async ({ userId }: Viewer) => ({
      isEnabled: await isDigestEnabled(database, userId),
      isAvailable: canSendDigests(deps),
    }),
    update: (viewer: Viewer, isEnabled: boolean) => updateDigest(deps, viewer, isEnabled),
    unsubscribe: (token: string) => disableDigest(database, { token }),
    /** A background job. */
    sendDue: () => sendDueDigests(deps),
  };
}
