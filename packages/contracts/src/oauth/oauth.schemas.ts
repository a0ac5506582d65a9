import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import {
  isoTime,
  issueMessage,
  limitedText,
  nameField,
  nonEmptyText,
  uuid,
} from '../http/index.ts';
import { accessTokenDaysMax, accessTokenNameMaxLength } from '../limits.ts';
import { tokenScopes } from '../scopes.ts';

const daysMessage = issueMessage('error.accessTokenDays', { min: 1, max: accessTokenDaysMax });

/** A parameter of OAuth in a URL. */
const parameter = (label: LabelKey) => limitedText(label, 2000);

/** The query parameters with which an app opens the page that asks for permission (RFC 6749, 4.1.1). */
export const authorizationRequestSchema = z.object({
  response_type: parameter('error.label.responseType'),
  client_id: parameter('error.label.app'),
  redirect_uri: parameter('error.label.redirectUri'),
  scope: parameter('error.label.scope')
    .optional()
    .describe('Separated by spaces; `read` by default'),
  state: parameter('error.label.state').optional(),
  code_challenge: parameter('error.label.codeChallenge').optional().describe('PKCE'),
  code_challenge_method: parameter('error.label.codeChallengeMethod')
    .optional()
    .describe('Only `S256`'),
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
  .refine((scope) => tokenScopes.includes(scope), { error: issueMessage('error.scopeMissing') });

export const newAccessTokenSchema = z.object({
  name: nameField('error.label.name', accessTokenNameMaxLength),
  scopes: z
    .array(scopeSchema)
    .min(1, { error: issueMessage('error.scopesEmpty') })
    .max(tokenScopes.length, { error: issueMessage('error.scopesMax') })
    .transform((chosen) => [...new Set(chosen)]),
  expiresInDays: z
    .int({ error: daysMessage })
    .min(1, { error: daysMessage })
    .max(accessTokenDaysMax, { error: daysMessage })
    .nullable()
    .describe('`null` for a token that does not expire'),
  password: nonEmptyText('error.label.password'),
});

export type AuthorizationRequest = z.infer<typeof authorizationRequestSchema>;
export type RequestedAccess = z.infer<typeof requestedAccessSchema>;
export type AuthorizedApp = z.infer<typeof authorizedAppSchema>;
