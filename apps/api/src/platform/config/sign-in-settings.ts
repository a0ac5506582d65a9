import { z } from 'zod';

/** The part of the environment schema about signing in. */
export const signInFields = {
  OIDC_ISSUER: z
    .string()
    .refine(isSafeUrl, {
      error: 'must be an https:// URL, such as https://sso.example.org/realms/main',
    })
    .transform((text) => new URL(text))
    .optional(),
  OIDC_CLIENT_ID: z.string().trim().optional(),
  OIDC_CLIENT_SECRET: z.string().trim().optional(),
  OIDC_BUTTON_LABEL: z.string().trim().max(60, 'must have at most 60 characters').optional(),
  PASSWORD_SIGN_IN: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
};

type Values = z.output<z.ZodObject<typeof signInFields>>;

/** An OpenID Connect provider, and Skein's registration there. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** The text of the button; undefined for the default one, which is translated. */
  buttonLabel: string | undefined;
}

export interface SignInSettings {
  /** Undefined without sign-in with OpenID Connect. */
  oidc: OidcSettings | undefined;
  /** Whether users can register and sign in with a password. Owners always can. */
  hasPasswordSignIn: boolean;
}

export function toSignInSettings(values: Values): SignInSettings {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = values;
  const isComplete = issuer !== undefined && clientId !== undefined && clientSecret !== undefined;
  return {
    oidc: isComplete
      ? { issuer, clientId, clientSecret, buttonLabel: values.OIDC_BUTTON_LABEL }
      : undefined,
    hasPasswordSignIn: values.PASSWORD_SIGN_IN === 'true',
  };
}

/** Mistakes that concern several variables. */
export function listSignInMistakes(values: Values): string[] {
  const required = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = required.filter((name) => values[name] === undefined);
  if (missing.length === 0) return [];
  if (missing.length < required.length) {
    return missing.map((name) => `${name}: is required for sign-in with OpenID Connect`);
  }
  if (values.PASSWORD_SIGN_IN === 'true') return [];
  return ['PASSWORD_SIGN_IN: requires OIDC_ISSUER, because nobody could sign in without it'];
}

/** Without TLS, anyone between the servers could sign in as anybody. */
function isSafeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
