import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { isId } from '../../../platform/ids.ts';

const algorithm = 'HS256';
const verifiedTokensMax = 10_000;

/** The user and session of an access token. */
export interface AccessTokenClaims {
  userId: string;
  sessionId: string;
}

interface VerifiedToken {
  claims: AccessTokenClaims;
  /** In seconds since 1970. */
  expiresAt: number;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

export function createAccessTokens(options: { secret: string }) {
  // Created once: with a string, every verification would create it again at fifty times the cost.
  const key = createSecretKey(Buffer.from(options.secret, 'utf8'));
  // A signature stays valid. Verifying it takes a twentieth of the CPU time of a short request.
  const verifiedTokens = new LRUCache<string, VerifiedToken>({ max: verifiedTokensMax });

  function verifySignature(token: string, clockTimestamp: number): VerifiedToken | null {
    try {
      const payload = jwt.verify(token, key, { algorithms: [algorithm], clockTimestamp });
      return toVerifiedToken(payload);
    } catch (error) {
      if (error instanceof jwt.JsonWebTokenError) return null;
      throw error;
    }
  }

  return {
    sign(
      claims: AccessTokenClaims & { isHandover?: boolean },
      times: { issuedAt: Date; expiresAt: Date },
    ): string {
      const payload = {
        sub: claims.userId,
        sid: claims.sessionId,
        iat: toSeconds(times.issuedAt),
        exp: toSeconds(times.expiresAt),
        // For clients: the session itself decides what the token permits.
        ...(claims.isHandover && { handover: true }),
      };
      return jwt.sign(payload, key, { algorithm });
    },

    /** The claims of a token that this instance has signed and that has not expired, else null. */
    verify(token: string, now: Date): AccessTokenClaims | null {
      const seconds = toSeconds(now);
      const verified = verifiedTokens.get(token) ?? verifySignature(token, seconds);
      if (verified === null || verified.expiresAt <= seconds) return null;
      verifiedTokens.set(token, verified);
      return verified.claims;
    },
  };
}

function toVerifiedToken(payload: jwt.JwtPayload | string): VerifiedToken | null {
  if (typeof payload === 'string') return null;
  const { sub, sid, exp } = payload;
  // Tokens with other claims are not session tokens.
  return isIdText(sub) && isIdText(sid) && exp !== undefined
    ? { claims: { userId: sub, sessionId: sid }, expiresAt: exp }
    : null;
}

function isIdText(claim: unknown): claim is string {
  return typeof claim === 'string' && isId(claim);
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
