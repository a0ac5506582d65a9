import type { assertionSchema, newCredentialSchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { Device } from '../sessions/sessions.ts';
import { listPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import type { PasskeyDependencies } from './passkey-dependencies.ts';
import { deleteExpiredChallenges } from './passkeys.repository.ts';
import { registerPasskey, startPasskeyRegistration } from './register-passkey.ts';
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts';

interface Dependencies extends Omit<PasskeyDependencies, 'challenges' | 'relyingParty'> {
  jwtSecret: string;
  siteSettings: CurrentSiteSettings;
  publicUrl: URL;
}

export function createPasskeysModule({
  jwtSecret,
  siteSettings,
  publicUrl,
  ...rest
}: Dependencies) {
  const { database, clock } = rest;
  const deps: PasskeyDependencies = {
    ...rest,
    challenges: createPasskeyChallenges(jwtSecret),
    relyingParty: {
      id: publicUrl.hostname,
      origin: publicUrl.origin,
      get name() {
        return siteSettings.current().name;
      },
    },
  };
  return {
    list: (viewer: Viewer) => listPasskeys(database, viewer),
    startRegistration: (viewer: Viewer) => startPasskeyRegistration(deps, viewer),
    register: (
      viewer: Viewer,
      input: { name: string; credential: z.output<typeof newCredentialSchema> },
    ) => registerPasskey(deps, viewer, input),
    rename: (viewer: Viewer, id: string, name: string) => renamePasskey(database, viewer, id, name),
    remove: (viewer: Viewer, id: string) => removePasskey(database, viewer, id),

    startSignIn: () => startPasskeySignIn(deps),
    signIn: (credential: z.output<typeof assertionSchema>, device: Device) =>
      signInWithPasskey(deps, credential, device),
    /** Returns the number of deleted challenges. */
    deleteExpiredChallenges: () => deleteExpiredChallenges(database, clock.now()),
  };
}
