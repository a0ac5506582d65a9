/** The safe part of an email error. The messages of mail servers usually contain the address. */
export interface LoggedEmailError {
  type: string;
  /** Code of nodemailer or the operating system, such as `EAUTH` or `ECONNREFUSED`. */
  code?: string;
  /** Code of the error behind `code`, such as `DEPTH_ZERO_SELF_SIGNED_CERT` for a certificate that no authority signed. */
  reason?: string;
  /** Response code of the mail server, such as 550. */
  responseCode?: number;
  /** The enhanced status code of RFC 3463, such as `5.1.1`. */
  enhancedCode?: string;
  /** The SMTP command that failed, such as `RCPT TO`. */
  command?: string;
}

const codePattern = /^[A-Z][A-Z_]{1,30}$/;
const commandPattern = /^[A-Z][A-Z0-9 -]{1,30}$/;
const enhancedCodePattern = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\s/;

/** Logs named properties in a known format only: no message, no response text and no stack trace. */
export function toLoggedEmailError(error: unknown): LoggedEmailError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, originalCode, responseCode, response, command }: Error & EmailErrorProperties =
    error;
  const enhancedCode = typeof response === 'string' && enhancedCodePattern.exec(response)?.[1];
  return {
    type: error.name,
    ...(isMatch(code, codePattern) && { code }),
    ...(isMatch(originalCode, codePattern) && { reason: originalCode }),
    ...(typeof responseCode === 'number' && { responseCode }),
    ...(enhancedCode && { enhancedCode }),
    ...(isMatch(command, commandPattern) && { command }),
  };
}

interface EmailErrorProperties {
  code?: unknown;
  originalCode?: unknown;
  responseCode?: unknown;
  response?: unknown;
  command?: unknown;
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
