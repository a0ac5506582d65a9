import { z } from 'zod';
import { isoTime, nonEmptyText, textField, uuid, wireText } from '../http/index.ts';
import { accessTokenDaysMax, accessTokenNameMaxLength } from '../limits.ts';
import { tokenScopes } from '../scopes.ts';
import { normalizeName } from '../text/index.ts';

const daysMessage = `A token can be valid for 1 to ${accessTokenDaysMax} days.`;

/** A parameter of OAuth in a URL. */
const parameter = (label: string) =>
  wireText(label).max(2000, { error: `${label} can be up to 2000 characters long.` });

/** The query parameters with which an app opens the page that asks for permission (RFC 6749, 4.1.1). */
export const authorizationRequestSchema = z.object({
  response_type: parameter('The response type'),
  client_id: parameter('The app'),
  redirect_uri: parameter('The redirect URI'),
  scope: parameter('The scope').optional().describe('Separated by spaces; `read` by default'),
  state: parameter('The state').optional(),
  code_challenge: parameter('The code challenge').optional().describe('PKCE'),
  code_challenge_method: parameter('The code challenge method').optional().describe('Only `S256`'),
});

const appFields = z.object({ name: z.string(), website: z.string().nullable() });

/** What an app asks for. */
export const requestedAccessSchema = z
  .object({
    app: appFields,
    scopes: z.array(z.string()),
    redirectTarget: z
      .string()
      .nullable()
      .describe('The site or app that receives the code; null if the user copies it'),
  })
  .meta({ id: 'RequestedAccess' });

/** An app that may act for the viewer. */
export const authorizedAppSchema = appFields
  .extend({
    id: uuid,
    scopes: z.array(z.string()),
    authorizedAt: isoTime.describe('The last time'),
    lastUsedAt: isoTime.describe('Accurate to a few minutes'),
    isAccessToken: z.boolean().describe('Not an app, but an access token that the viewer created.'),
    expiresAt: isoTime.nullable().describe('Only access tokens expire'),
  })
  .meta({ id: 'AuthorizedApp' });

const scopeSchema = z
  .string()
  .refine((scope) => tokenScopes.includes(scope), { error: "This scope doesn't exist." });

export const newAccessTokenSchema = z.object({
  name: textField({ max: accessTokenNameMaxLength, label: 'Name' })
    .transform(normalizeName)
    .refine((name) => name !== '', { error: 'Name is required.' }),
  scopes: z
    .array(scopeSchema)
    .min(1, { error: 'Choose at least one permission.' })
    .max(tokenScopes.length, { error: 'Too many scopes.' })
    .transform((chosen) => [...new Set(chosen)]),
  expiresInDays: z
    .int({ error: daysMessage })
    .min(1, { error: daysMessage })
    .max(accessTokenDaysMax, { error: daysMessage })
    .nullable()
    .describe('`null` for a token that does not expire'),
  password: nonEmptyText('Password'),
});

export type AuthorizationRequest = z.infer<typeof authorizationRequestSchema>;
export type RequestedAccess = z.infer<typeof requestedAccessSchema>;
export type AuthorizedApp = z.infer<typeof authorizedAppSchema>;
