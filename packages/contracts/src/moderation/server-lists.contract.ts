import { z } from 'zod';
import { serverPolicies } from '../administration.ts';
import { defineDownload, defineRoute, jsonField } from '../http/index.ts';
import { serverListFileMaxBytes, serverListRowsMax } from '../import-limits.ts';

const rowStatuses = ['new', 'changed', 'unchanged', 'invalid', 'obfuscated'] as const;

const rowSchema = z
  .object({
    domain: z.string().describe('As in the file if it is no valid domain'),
    policy: z.enum(serverPolicies).nullable().describe('Null for a row that cannot be imported'),
    isPartial: z
      .boolean()
      .describe('Whether the row also rejects media or reports, which the policy does not'),
    currentPolicy: z.enum(serverPolicies).nullable().describe('The present decision'),
    reason: z.string().describe('The public comment'),
    status: z.enum(rowStatuses).describe('`obfuscated`: the file hides a part of the domain'),
    followsCount: z
      .number()
      .int()
      .describe('Follows in both directions that the policy ends, with subdomains'),
  })
  .meta({ id: 'ServerListRow' });

export type ServerListRow = z.infer<typeof rowSchema>;

const files = {
  file: {
    maxCount: 1,
    maxBytes: serverListFileMaxBytes,
    description: 'The CSV file',
    isOutsideQuota: true,
  },
} as const;

const skippedRowsField = jsonField(
  'error.label.rows',
  z.array(z.number().int().min(0)).max(serverListRowsMax),
);

const format = `A CSV file in the format of Mastodon's domain blocks, with up to ${serverListRowsMax.toLocaleString('en-US')} rows.`;

export const previewServerList = defineRoute({
  id: 'previewServerList',
  method: 'POST',
  path: '/admin/servers/import/preview',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Show what the import of a list of servers would change',
  description: `${format} \`suspend\` becomes \`suspended\`, \`silence\` becomes \`limited\`, and \`noop\` becomes \`media_rejected\`, \`reports_rejected\` or \`open\`. Changes nothing.`,
  auth: 'bearer',
  body: { kind: 'form', schema: z.object({}), files },
  status: 200,
  response: z.object({ rows: z.array(rowSchema) }),
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const importServerList = defineRoute({
  id: 'importServerList',
  method: 'POST',
  path: '/admin/servers/import',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Import a list of servers',
  description: `${format} Applies the new and changed decisions, like the route for one server. Other decisions stay.`,
  auth: 'bearer',
  body: {
    kind: 'form',
    schema: z.object({
      skippedRows: skippedRowsField
        .optional()
        .describe('Positions of rows in the preview that are not imported: JSON text `[0, 3]`'),
    }),
    files,
  },
  status: 200,
  response: z.object({ importedCount: z.number().int() }),
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const downloadServerList = defineDownload({
  id: 'downloadServerList',
  method: 'GET',
  path: '/admin/servers/export',
  tag: 'Administration',
  summary: 'Download the decisions about servers as a CSV file that Mastodon imports',
  description: 'Without servers with the policy `open`, for which Mastodon has no row.',
  auth: 'bearer',
  status: 200,
  download: { contentType: 'text/csv; charset=utf-8' },
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});
