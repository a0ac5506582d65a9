import type { newCredentialSchema, Passkey } from '@skein/contracts/auth';
import { passkeysMax } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import type { z } from 'zod';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { lockAccounts } from '../../users/index.ts';
import type { PasskeyDependencies } from './passkey-dependencies.ts';
import { toPasskeyDto } from './passkeys.serializer.ts';
import { loadWebAuthn } from './webauthn.ts';
import type { NewPasskey } from './passkeys.repository.ts';
import { markTwoFactorSession } from '../two-factor/two-factor.repository.ts';
import {
  countPasskeys,
  insertPasskey,
  selectCredentialIds,
  consumeChallenge,
} from './passkeys.repository.ts';

/** EdDSA, ES256 and RS256, as COSE identifiers. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Credential = z.output<typeof newCredentialSchema>;

interface Verified {
  passkey: Omit<NewPasskey, 'name'>;
  challenge: { hash: Uint8Array<ArrayBuffer>; expiresAt: Date };
}

/** Options for `navigator.credentials.create`. Existing passkeys are excluded. */
export async function startPasskeyRegistration(
  { users, database, challenges, relyingParty, clock }: PasskeyDependencies,
  { userId }: Viewer,
): Promise<Record<string, unknown>> {
  const { username, name } = await users.getCurrentUser(userId);
  const registered = await selectCredentialIds(database, userId);
  if (registered.length >= passkeysMax) throw tooManyPasskeys();
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: relyingParty.name,
    rpID: relyingParty.id,
    userID: Uint8Array.from(Buffer.from(userId)),
    userName: username,
    userDisplayName: name,
    challenge: challenges.create(`register:${userId}`, clock.now()),
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: registered.map((id) => ({ id: Buffer.from(id).toString('base64url') })),
  });
  return { ...options };
}

/**
 * Registers a passkey. Its challenge was created after the password was entered again.
 * @throws ValidationError for a credential of another site, or a wrong or used challenge
 * @throws ConflictError for a registered credential, or too many passkeys
 */
export async function registerPasskey(
  dependencies: PasskeyDependencies,
  { userId, sessionId }: Viewer,
  { name, credential }: { name: string; credential: Credential },
): Promise<Passkey> {
  const { database } = dependencies;
  const verified = await verify(dependencies, userId, credential);
  if (verified === null) throw invalidCredential();
  const row = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await consumeChallenge(tx, verified.challenge))) throw invalidCredential();
    if ((await countPasskeys(tx, userId)) >= passkeysMax) throw tooManyPasskeys();
    const inserted = await insertPasskey(tx, userId, { ...verified.passkey, name });
    if (inserted === null) {
      throw new ConflictError('conflict', 'error.passkeyRegistered');
    }
    await markTwoFactorSession(tx, sessionId);
    return inserted;
  });
  return toPasskeyDto(row);
}

async function verify(
  { challenges, relyingParty, clock }: PasskeyDependencies,
  userId: string,
  credential: Credential,
): Promise<Verified | null> {
  const { transports = [], clientDataJSON, attestationObject } = credential.response;
  const library = await loadWebAuthn();
  try {
    const attestationBytes = library.isoBase64URL.toBuffer(attestationObject);
    const attestation = library.decodeAttestationObject(attestationBytes);
    // Certificates are not requested, and checking them could send requests to any address.
    if (attestation.get('attStmt').get('x5c') !== undefined) return null;
    const expectedChallenge = library.decodeClientDataJSON(clientDataJSON).challenge;
    const challenge = challenges.read(expectedChallenge, `register:${userId}`, clock.now());
    if (challenge === null) return null;
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    const credentialId = Uint8Array.from(Buffer.from(id, 'base64url'));
    return {
      passkey: { credentialId, publicKey: Uint8Array.from(publicKey), counter, transports },
      challenge,
    };
  } catch {
    // The library throws for every kind of invalid input.
    return null;
  }
}

function invalidCredential(): ValidationError {
  const message = 'error.passkeyNotRegistered';
  return new ValidationError([{ path: 'credential', message }]);
}

function tooManyPasskeys(): ConflictError {
  return new ConflictError('conflict', withValues('error.passkeysTooMany', { max: passkeysMax }));
}
