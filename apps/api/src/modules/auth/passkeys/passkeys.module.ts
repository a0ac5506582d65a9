import type { assertionSchema, newCredentialSchema, Passkey } from '@skein/contracts/auth';
import { passkeysMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import type { z } from 'zod';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import type { PasskeyDependencies } from './passkey-dependencies.ts';
import { createPasskeysRepository } from './passkeys.repository.ts';
import { toPasskeyDto } from './passkeys.serializer.ts';
import { registerPasskey, startPasskeyRegistration } from './register-passkey.ts';
import type { Device } from '../sessions/sessions.ts';
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts';
import { createTwoFactorRepository } from '../two-factor/two-factor.repository.ts';

interface Dependencies extends Pick<
  PasskeyDependencies,
  'users' | 'sessions' | 'transaction' | 'clock'
> {
  database: Database;
  jwtSecret: string;
  siteSettings: CurrentSiteSettings;
  publicUrl: URL;
}

export function createPasskeysModule({
  database,
  jwtSecret,
  siteSettings,
  publicUrl,
  ...rest
}: Dependencies) {
  const passkeys = createPasskeysRepository(database);
  const dependencies: PasskeyDependencies = {
    ...rest,
    passkeys,
    challenges: createPasskeyChallenges(jwtSecret),
    twoFactor: createTwoFactorRepository(database),
    relyingParty: {
      id: publicUrl.hostname,
      origin: publicUrl.origin,
      get name() {
        return siteSettings.current().name;
      },
    },
  };
  return {
    async list({ userId }: Viewer): Promise<Passkey[]> {
      const rows = await passkeys.list(userId, passkeysMax);
      return rows.map((row) => toPasskeyDto(row));
    },
    startRegistration: (viewer: Viewer) => startPasskeyRegistration(dependencies, viewer),
    register: (
      viewer: Viewer,
      input: { name: string; credential: z.output<typeof newCredentialSchema> },
    ) => registerPasskey(dependencies, viewer, input),

    /** @throws NotFoundError also for another user's passkey */
    async rename({ userId }: Viewer, id: string, name: string): Promise<Passkey> {
      const row = isId(id) ? await passkeys.rename(id, userId, name) : null;
      if (row === null) throw passkeyNotFound();
      return toPasskeyDto(row);
    },

    /** @throws NotFoundError also for another user's passkey */
    async remove({ userId }: Viewer, id: string): Promise<void> {
      if (!isId(id) || !(await passkeys.remove(id, userId))) throw passkeyNotFound();
    },

    startSignIn: () => startPasskeySignIn(dependencies),
    signIn: (credential: z.output<typeof assertionSchema>, device: Device) =>
      signInWithPasskey(dependencies, credential, device),
    /** Returns the number of deleted challenges. */
    deleteExpiredChallenges: () => passkeys.deleteExpiredChallenges(rest.clock.now()),
  };
}

function passkeyNotFound(): NotFoundError {
  return new NotFoundError('error.passkeyNotFound');
}
