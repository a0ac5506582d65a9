import type { assertionSchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import { success } from '../../../platform/results.ts';
import { AppError } from '../../../platform/errors.ts';
import { isActiveUser, lockAccounts } from '../../users/index.ts';
import type { PasskeyDependencies } from './passkey-dependencies.ts';
import type { SignedIn } from '../registration/register.ts';
import type { Device } from '../sessions/sessions.ts';
import { findPasskey, recordPasskeyUse, consumeChallenge } from './passkeys.repository.ts';
import { loadWebAuthn } from './webauthn.ts';

type Assertion = z.output<typeof assertionSchema>;

/** Options for `navigator.credentials.get`. The browser offers all passkeys of this site. */
export async function startPasskeySignIn({
  challenges,
  relyingParty,
  clock,
}: PasskeyDependencies): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: challenges.create('sign-in', clock.now()),
    userVerification: 'required',
  });
  return { ...options };
}

/**
 * Opens a session with a passkey. All invalid ones have the same error.
 * @throws AppError `invalid_credentials`
 * @throws AppError `forbidden` for a suspended account
 */
export async function signInWithPasskey(
  dependencies: PasskeyDependencies,
  credential: Assertion,
  device: Device,
): Promise<SignedIn> {
  const { users, database, sessions, clock } = dependencies;
  const credentialId = Uint8Array.from(Buffer.from(credential.id, 'base64url'));
  const passkey = await findPasskey(database, credentialId);
  const verified = passkey && (await verify(dependencies, passkey, credential));
  if (!passkey || !verified) throw invalidPasskey();
  const { id, userId, counter: before } = passkey;
  const session = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await consumeChallenge(tx, verified.challenge))) throw invalidPasskey();
    const use = { before, counter: verified.counter, usedAt: clock.now() };
    if (!(await recordPasskeyUse(tx, id, use))) throw invalidPasskey();
    if (!(await isActiveUser(tx, userId))) {
      throw new AppError('forbidden', 'error.accountSuspended');
    }
    return sessions.open(userId, { ...device, isTwoFactor: true }, tx);
  });
  const user = await users.getCurrentUser(userId);
  const response = { ...success('success.signedIn'), token: session.token, user };
  return { session, response };
}

interface StoredPasskey {
  userId: string;
  publicKey: Uint8Array;
  counter: bigint;
}

async function verify(
  { challenges, relyingParty, clock }: PasskeyDependencies,
  { userId, publicKey, counter }: StoredPasskey,
  credential: Assertion,
) {
  const { userHandle, clientDataJSON, authenticatorData, signature } = credential.response;
  // Names the user that the authenticator has stored with the passkey.
  if (userHandle !== undefined && decodeText(userHandle) !== userId) return null;
  const { decodeClientDataJSON, verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const expectedChallenge = decodeClientDataJSON(clientDataJSON).challenge;
    const challenge = challenges.read(expectedChallenge, 'sign-in', clock.now());
    if (challenge === null) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(publicKey),
        counter: Number(counter),
      },
    });
    return verified ? { challenge, counter: authenticationInfo.newCounter } : null;
  } catch {
    // The library throws for every kind of invalid input, also for a counter that does not increase.
    return null;
  }
}

function decodeText(base64Url: string): string {
  return Buffer.from(base64Url, 'base64url').toString();
}

function invalidPasskey(): AppError {
  return new AppError('invalid_credentials', 'error.passkeyInvalid');
}
