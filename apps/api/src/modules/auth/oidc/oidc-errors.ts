import type { OidcErrorCode } from '@skein/contracts/auth';

/** A sign-in with OpenID Connect that failed. The web app shows a text for the code. */
export class OidcError extends Error {
  readonly code: OidcErrorCode;

  constructor(code: OidcErrorCode, options: { cause?: unknown } = {}) {
    super(`sign-in with OpenID Connect failed: ${code}`, options);
    this.name = 'OidcError';
    this.code = code;
  }
}
