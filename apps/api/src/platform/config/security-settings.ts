import path from 'node:path';
import { z } from 'zod';
import { setting, text, trueOrFalse, wholeNumber } from './fields.ts';

const jwtSecretMinLength = 32;

export const securityFields = {
  jwtSecret: setting(
    'JWT_SECRET',
    z
      .string()
      .min(jwtSecretMinLength, { error: `must have at least ${jwtSecretMinLength} characters` })
      .optional(),
    'Signs access tokens and encrypts cursors, the secrets of authenticator apps and the keys of accounts for federation; 32 characters or more. Default: generated',
  ),
  jwtSecretFile: setting(
    'JWT_SECRET_FILE',
    z
      .string()
      .transform((file) => path.resolve(file))
      .optional(),
    'File for the generated `JWT_SECRET`. Default: `secrets/jwt-secret` in `DATA_DIR`',
  ),
  requiresAdminTwoFactor: setting(
    'REQUIRE_ADMIN_2FA',
    trueOrFalse.prefault('false'),
    '`true` lets only administrators [with a second factor](customize.md#require-a-second-factor-of-administrators) use `/admin`',
  ),
  backupMaxAgeDays: setting(
    'BACKUP_MAX_AGE_DAYS',
    wholeNumber(1, 365).optional(),
    '[Alerts administrators](operate.md#alerts) when the last backup is older, in days. Default: never',
    '2',
  ),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    z
      .string()
      .refine(isSafeUrl, {
        error: 'must be an https:// URL, such as https://sso.example.org/realms/main',
        abort: true,
      })
      .transform((issuer) => new URL(issuer))
      .optional(),
    'Provider for [sign-in with OpenID Connect](customize.md#sign-in-with-openid-connect), which is off without it',
    'https://sso.example.org/realms/main',
  ),
  oidcClientId: setting(
    'OIDC_CLIENT_ID',
    z.string().trim().optional(),
    'Client id of Skein at the provider',
    'skein',
  ),
  oidcClientSecret: setting(
    'OIDC_CLIENT_SECRET',
    z.string().trim().optional(),
    'Client secret of Skein at the provider',
    'the-secret-that-the-provider-shows',
  ),
  oidcButtonLabel: setting(
    'OIDC_BUTTON_LABEL',
    text(60).optional(),
    'Text of the button on the sign-in page, up to 60 characters. Default: `Use single sign-on`, translated',
    'Sign in with Example',
  ),
  hasPasswordSignIn: setting(
    'PASSWORD_SIGN_IN',
    trueOrFalse.prefault('true'),
    '`false` lets only owners [sign in with a password](customize.md#turn-off-passwords), and nobody register with one',
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    z
      .string()
      .trim()
      .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, {
        error: 'must begin with mailto: or https://, such as mailto:security@example.org',
      })
      .optional(),
    'Contact for [reports of vulnerabilities](customize.md#publish-a-security-contact), `mailto:` or `https://`',
    'mailto:security@example.org',
  ),
  bcryptCost: setting(
    'BCRYPT_COST',
    wholeNumber(4, 16).prefault('11'),
    'Cost of password hashes, 4 to 16',
  ),
};

/** An OpenID Connect provider, and Skein's registration there. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** The text of the button; undefined for the default one, which is translated. */
  buttonLabel: string | undefined;
}

export const securitySettings = z
  .object(securityFields)
  .superRefine((settings, context) => {
    const required = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const;
    const missing = required.filter((field) => settings[field] === undefined);
    if (missing.length === required.length && !settings.hasPasswordSignIn) {
      const message = 'requires OIDC_ISSUER, because nobody could sign in without it';
      context.addIssue({ code: 'custom', path: ['hasPasswordSignIn'], message });
    }
    if (missing.length === required.length) return;
    for (const field of missing) {
      const message = 'is required for sign-in with OpenID Connect';
      context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .transform(({ oidcIssuer, oidcClientId, oidcClientSecret, oidcButtonLabel, ...settings }) => ({
    ...settings,
    /** Undefined without sign-in with OpenID Connect. */
    oidc: toOidc(oidcIssuer, oidcClientId, oidcClientSecret, oidcButtonLabel),
  }));

export type SignInSettings = Pick<z.output<typeof securitySettings>, 'oidc' | 'hasPasswordSignIn'>;

function toOidc(
  issuer: URL | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
  buttonLabel: string | undefined,
): OidcSettings | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return undefined;
  return { issuer, clientId, clientSecret, buttonLabel };
}

/** Anyone between the servers could sign in as anybody if the connection had no TLS. */
function isSafeUrl(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
