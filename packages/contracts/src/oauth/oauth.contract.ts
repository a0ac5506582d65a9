import { z } from 'zod';
import { defineRoute, successSchema } from '../http/index.ts';
import { accessTokensMax } from '../limits.ts';
import {
  authorizationRequestSchema,
  authorizedAppSchema,
  newAccessTokenSchema,
  requestedAccessSchema,
} from './oauth.schemas.ts';

export const getRequestedAccess = defineRoute({
  id: 'getRequestedAccess',
  method: 'GET',
  path: '/oauth/authorization',
  tag: 'Apps',
  summary: 'Get what an app asks for, before you decide',
  description:
    'A 400 for an unknown app, a redirect URI that the app has not registered, or scopes beyond those that it has registered.',
  auth: 'bearer',
  query: authorizationRequestSchema,
  status: 200,
  response: requestedAccessSchema,
});

export const decideAuthorization = defineRoute({
  id: 'decideAuthorization',
  method: 'POST',
  path: '/oauth/authorization',
  takesIdempotencyKey: false,
  tag: 'Apps',
  summary: 'Grant or deny what an app asks for',
  description: 'The code works once, within 60 seconds.',
  auth: 'bearer',
  awaitedBy: 'viewer',
  body: {
    kind: 'json',
    schema: authorizationRequestSchema.extend({ isGranted: z.boolean() }),
  },
  status: 200,
  response: successSchema.extend({
    redirectUri: z
      .string()
      .describe(
        'Open this URI next. For `urn:ietf:wg:oauth:2.0:oob` it is the path of a page that shows the code to copy',
      ),
  }),
});

export const listAuthorizedApps = defineRoute({
  id: 'listAuthorizedApps',
  method: 'GET',
  path: '/oauth/authorized-apps',
  tag: 'Apps',
  summary: 'List the apps that may act for you, last used first',
  auth: 'bearer',
  status: 200,
  response: z.array(authorizedAppSchema),
});

export const createAccessToken = defineRoute({
  id: 'createAccessToken',
  method: 'POST',
  path: '/oauth/access-tokens',
  takesIdempotencyKey: false,
  tag: 'Apps',
  summary: 'Create an access token for a script',
  description: `It is listed and revoked like an app. At most ${accessTokensMax} (409).`,
  auth: 'bearer',
  limit: 'logins',
  body: { kind: 'json', schema: newAccessTokenSchema },
  status: 201,
  response: z.object({
    token: z.string().describe('Cannot be read again'),
    app: authorizedAppSchema,
  }),
  errors: ['wrong_password', 'conflict'],
});

export const revokeAuthorizedApp = defineRoute({
  id: 'revokeAuthorizedApp',
  method: 'DELETE',
  path: '/oauth/authorized-apps/{appId}',
  tag: 'Apps',
  summary: 'Revoke all access of an app',
  auth: 'bearer',
  whenFrozen: 'allowed',
  params: z.object({ appId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
