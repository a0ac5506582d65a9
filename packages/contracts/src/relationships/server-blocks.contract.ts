import { z } from 'zod';
import { defineRoute, isoTime, successSchema } from '../http/index.ts';
import { blockedServersMax } from '../limits.ts';

const blockedServerSchema = z
  .object({ domain: z.string(), createdAt: isoTime })
  .meta({ id: 'BlockedServer' });

export type BlockedServer = z.infer<typeof blockedServerSchema>;

const params = z.object({ domain: z.string() });

export const listBlockedServers = defineRoute({
  id: 'listBlockedServers',
  method: 'GET',
  path: '/users/me/server-blocks',
  tag: 'Blocks and mutes',
  summary: 'List blocked servers by domain',
  auth: 'bearer',
  scope: 'read:blocks',
  reads: 'replica',
  status: 200,
  response: z.array(blockedServerSchema),
});

export const blockServer = defineRoute({
  id: 'blockServer',
  method: 'PUT',
  path: '/users/me/server-blocks/{domain}',
  tag: 'Blocks and mutes',
  summary: 'Block a server',
  description: `Hides its accounts from your lists, searches and notifications, and ends follows in both directions. Subdomains are other servers. Repeating it changes nothing. A 409 beyond ${blockedServersMax} servers.`,
  auth: 'bearer',
  scope: 'write:blocks',
  whenFrozen: 'allowed',
  params,
  status: 200,
  response: successSchema.extend({ domain: z.string() }),
  errors: ['validation_failed', 'conflict'],
});

export const unblockServer = defineRoute({
  id: 'unblockServer',
  method: 'DELETE',
  path: '/users/me/server-blocks/{domain}',
  tag: 'Blocks and mutes',
  summary: 'Unblock a server',
  description: 'Follows do not return.',
  auth: 'bearer',
  scope: 'write:blocks',
  whenFrozen: 'allowed',
  params,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
