import { createHash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import canonicalize from 'canonicalize';
import { everyone } from '../../../platform/activity-streams.ts';
import { toList } from '../json-values.ts';
import type { Json } from '../json-values.ts';

const proofContext = 'https://w3id.org/security/data-integrity/v1';

interface Signer {
  privateKey: KeyObject;
  /** The id of the public key. */
  keyId: string;
}

/**
 * Adds a proof of FEP-8b32 (`eddsa-jcs-2022`), with which a server that gets the activity from another one can verify its
 * author. Only for what is addressed to everyone: a proof of others would make them evidence for everyone.
 * @param body The activity as JSON. The result is always the same for the same time
 */
export async function signActivity(body: string, signer: Signer, created: Date): Promise<string> {
  const activity = JSON.parse(body) as Json;
  if (!isPublic(activity)) return body;
  const { encodeBase58 } = await import('../fedify.ts');
  const context = [...toList(activity['@context']), proofContext];
  const document = { ...activity, '@context': context };
  const proof = {
    '@context': context,
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: toSeconds(created),
    verificationMethod: signer.keyId,
    proofPurpose: 'assertionMethod',
  };
  const hashes = Buffer.concat([proof, document].map(hash));
  const proofValue = encodeBase58(sign(null, hashes, signer.privateKey));
  return JSON.stringify({ ...document, proof: { ...proof, proofValue } });
}

function isPublic({ to, cc }: Json): boolean {
  return [...toList(to), ...toList(cc)].includes(everyone);
}

/** The time has no fraction, because Fedify writes fractions in another form when it verifies the proof. */
const toSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z');

const hash = (value: object) =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest();
