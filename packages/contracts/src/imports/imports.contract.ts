import { z } from 'zod';
import {
  defineDownload,
  defineRoute,
  isoTime,
  issueMessage,
  successSchema,
  uuid,
} from '../http/index.ts';
import {
  importFailuresShown,
  importFileMaxBytes,
  importKinds,
  importModes,
  importRowsMax,
  importStatuses,
} from '../import-limits.ts';

const count = z.number().int();

/** An import of accounts from a CSV file, as a preview or with its progress. */
const importSchema = z
  .object({
    id: uuid,
    kind: z.enum(importKinds),
    mode: z.enum(importModes),
    status: z.enum(importStatuses).describe('`preview` until it is started'),
    rowsCount: count.describe('Rows of the file, without repeated ones'),
    foundCount: count.describe('Rows whose account exists on this instance, when it was uploaded'),
    removalsCount: count.describe(
      'What `overwrite` removes, because it is not in the file, when it was uploaded',
    ),
    processedCount: count,
    addedCount: count,
    requestedCount: count.describe('Follow requests sent to private accounts'),
    unchangedCount: count,
    notFoundCount: count,
    rejectedCount: count.describe('Not possible, for example because a list is full'),
    removedCount: count,
    failures: z
      .array(
        z.object({
          address: z.string(),
          listName: z.string().nullable(),
          reason: z.enum(['not_found', 'rejected']),
        }),
      )
      .describe(`The first ${importFailuresShown} rows that were not imported`),
    waitsUntil: isoTime
      .nullable()
      .describe('When the import continues, if a rate limit interrupts it'),
    createdAt: isoTime,
    finishedAt: isoTime.nullable(),
  })
  .meta({ id: 'Import' });

const importParams = z.object({ importId: z.string() });

export const listImports = defineRoute({
  id: 'listImports',
  method: 'GET',
  path: '/users/me/imports',
  tag: 'Users',
  summary: 'List your imports, at most one of each kind',
  auth: 'bearer',
  reads: 'replica',
  status: 200,
  response: z.array(importSchema),
});

export const createImport = defineRoute({
  id: 'createImport',
  method: 'POST',
  path: '/users/me/imports',
  takesIdempotencyKey: false,
  tag: 'Users',
  summary: 'Upload a CSV file of accounts, as a preview of an import',
  description: `The file has the format of Mastodon's exports, with commas, semicolons or tabs between the columns and up to ${importRowsMax.toLocaleString('en-US')} rows. It replaces your earlier import of the same kind. Nothing else changes until you start the import. A 409 while one of the same kind is running.`,
  auth: 'bearer',
  body: {
    kind: 'form',
    schema: z.object({
      kind: z.enum(importKinds, { error: issueMessage('error.importKind') }),
      mode: z.enum(importModes, { error: issueMessage('error.importMode') }).default('merge'),
    }),
    files: {
      file: {
        maxCount: 1,
        maxBytes: importFileMaxBytes,
        description: 'The CSV file',
        isOutsideQuota: true,
      },
    },
  },
  status: 201,
  response: importSchema,
  errors: ['conflict'],
});

export const startImport = defineRoute({
  id: 'startImport',
  method: 'POST',
  path: '/users/me/imports/{importId}/start',
  takesIdempotencyKey: false,
  tag: 'Users',
  summary: 'Start an import',
  description:
    'It runs in the background. Private accounts receive follow requests. A 409 if no account of the file exists on this instance.',
  auth: 'bearer',
  params: importParams,
  status: 200,
  response: importSchema,
  errors: ['not_found', 'conflict'],
});

export const deleteImport = defineRoute({
  id: 'deleteImport',
  method: 'DELETE',
  path: '/users/me/imports/{importId}',
  tag: 'Users',
  summary: 'Stop and delete an import',
  description: 'What it has changed remains.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  params: importParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const downloadImportFailures = defineDownload({
  id: 'downloadImportFailures',
  method: 'GET',
  path: '/users/me/imports/{importId}/failures',
  tag: 'Users',
  summary: 'Download the rows that were not imported',
  description: 'A CSV file in the same format. One download at a time per user.',
  auth: 'bearer',
  params: importParams,
  status: 200,
  download: { contentType: 'text/csv; charset=utf-8' },
  errors: ['not_found'],
});

export type Import = z.infer<typeof importSchema>;
