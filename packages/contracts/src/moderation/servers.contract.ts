import { z } from 'zod';
import {
  serverDomainMaxLength,
  serverNoteMaxLength,
  serverPolicies,
  suspendedServerDays,
} from '../administration.ts';
import {
  booleanField,
  defineRoute,
  isoTime,
  issueMessage,
  limitedText,
  pageQuery,
  pageSchema,
  textField,
} from '../http/index.ts';
import { adminPageSize, adminReasonMaxLength } from '../limits.ts';

const policyError = issueMessage('error.serverPolicy', { values: serverPolicies.join(', ') });
const policyField = z.enum(serverPolicies, { error: policyError });
const count = z.number().int();

const serverSchema = z
  .object({
    domain: z.string(),
    software: z.string().nullable().describe('Name and version; null if unknown'),
    policy: z
      .enum(serverPolicies)
      .nullable()
      .describe('The decision about this server; null if there is none'),
    effectivePolicy: z
      .enum(serverPolicies)
      .describe(
        'Without a decision, the policy of the nearest domain above; otherwise `open`, or `suspended` if only listed servers are allowed',
      ),
    inheritedFrom: z
      .string()
      .nullable()
      .describe('The domain above whose decision applies; null if there is none'),
    policySince: isoTime.nullable(),
    deletesAt: isoTime
      .nullable()
      .describe(
        `When the content of a suspended server is deleted: after ${suspendedServerDays} days`,
      ),
    reason: z.string(),
    note: z.string(),
    usersCount: count,
    threadsCount: count,
    deliveriesCount: count.describe('Activities that wait for the server'),
    failuresCount: count.describe('Failed deliveries since the last success'),
    lastSuccessAt: isoTime.nullable(),
    pausedUntil: isoTime.nullable().describe('Nothing is sent before, because deliveries failed'),
  })
  .meta({ id: 'AdminServer' });

const effectSchema = z
  .object({
    serversCount: count.describe('Known servers, with subdomains'),
    usersCount: count,
    threadsCount: count,
    followsCount: count.describe(
      'Follows in both directions that end when the accounts are deleted',
    ),
  })
  .meta({ id: 'ServerEffect' });

const modeSchema = z
  .object({
    allowsOnlyListed: z
      .boolean()
      .describe('Whether servers without a decision are treated as suspended'),
    undecided: effectSchema.describe('What concerns servers without a decision'),
  })
  .meta({ id: 'FederationMode' });

const params = z.object({ domain: z.string() });

export const listServers = defineRoute({
  id: 'listServers',
  method: 'GET',
  path: '/admin/servers',
  tag: 'Administration',
  summary: 'List known servers of the network by domain',
  description:
    'Empty filters filter nothing. A 404 without federation, like the other routes for servers.',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }).safeExtend({
    q: limitedText('error.label.text', serverDomainMaxLength)
      .default('')
      .describe('Part of the domain or software'),
    policy: z
      .enum(['', ...serverPolicies], { error: policyError })
      .default('')
      .describe('Servers with this decision'),
  }),
  status: 200,
  response: pageSchema(serverSchema).meta({ id: 'ServersPage' }),
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const getServerEffect = defineRoute({
  id: 'getServerEffect',
  method: 'GET',
  path: '/admin/servers/{domain}/effect',
  tag: 'Administration',
  summary: 'Count what a policy for a server would concern',
  description: 'Includes subdomains. Servers that are not known yet have no accounts.',
  auth: 'bearer',
  params,
  status: 200,
  response: effectSchema,
  errors: ['validation_failed', 'forbidden', 'two_factor_required', 'not_found'],
});

export const updateServer = defineRoute({
  id: 'updateServer',
  method: 'PUT',
  path: '/admin/servers/{domain}',
  tag: 'Administration',
  summary: 'Decide how to deal with a server',
  description: `Applies at once, also to subdomains without a decision of their own and to servers that are not known yet. \`limited\`: only followers see its accounts. \`suspended\`: nothing is received or sent, and its content is hidden; it is deleted after ${suspendedServerDays} days unless the policy ends before. A policy of null withdraws the decision. Absent texts are unchanged.`,
  auth: 'bearer',
  params,
  body: {
    kind: 'json',
    schema: z.object({
      policy: policyField.nullable(),
      reason: textField({ max: adminReasonMaxLength, label: 'error.label.reason' }).optional(),
      note: textField({ max: serverNoteMaxLength, label: 'error.label.note' }).optional(),
    }),
  },
  status: 200,
  response: serverSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const getFederationMode = defineRoute({
  id: 'getFederationMode',
  method: 'GET',
  path: '/admin/federation-mode',
  tag: 'Administration',
  summary: 'Get whether only listed servers are allowed',
  auth: 'bearer',
  status: 200,
  response: modeSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const updateFederationMode = defineRoute({
  id: 'updateFederationMode',
  method: 'PUT',
  path: '/admin/federation-mode',
  tag: 'Administration',
  summary: 'Allow all servers, or only listed ones',
  description:
    'Listed servers are those with a decision other than `suspended`. All others are treated as suspended, but their content is not deleted.',
  auth: 'bearer',
  body: { kind: 'json', schema: z.object({ allowsOnlyListed: booleanField }) },
  status: 200,
  response: modeSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export type AdminServer = z.output<typeof serverSchema>;
export type ServerEffect = z.output<typeof effectSchema>;
export type FederationMode = z.output<typeof modeSchema>;
