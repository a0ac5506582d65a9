import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listHandlers } from '../../src/cli/admin/call-operation.ts';
import { operations } from '../../src/cli/admin/operations.ts';
import { runAdmin } from '../../src/cli/admin/run-admin.ts';
import { OperationError } from '../../src/cli/operation-error.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { listActionsOn, runAdminOn, toContext } from './run-admin-on.ts';

/** What scripts called before `admin call`, and the operations that they call now. */
const successors: Record<string, string[]> = {
  announce: ['createAnnouncement'],
  announcements: ['listAnnouncements'],
  appeals: ['listAppeals'],
  approve: ['approveRegistration'],
  'assign-report': ['assignReport'],
  audit: ['listAuditEntries', 'downloadAuditLog'],
  block: ['createAccessBlock'],
  blocks: ['listAccessBlocks'],
  bulk: ['actOnAccounts'],
  'change-response': ['updateCannedResponse', 'reorderCannedResponses'],
  'create-response': ['createCannedResponse'],
  'decide-appeal': ['decideAppeal'],
  'delete-announcement': ['deleteAnnouncement'],
  'delete-image': ['removeInstanceImage'],
  'delete-response': ['deleteCannedResponse'],
  'delete-webhook': ['deleteWebhook'],
  demote: ['changeRole'],
  'dismiss-report': ['dismissReport'],
  'edit-announcement': ['updateAnnouncement'],
  'edit-webhook': ['updateWebhook', 'rotateWebhookSecret'],
  'find-accounts': ['listAdminUsers'],
  freeze: ['createStrike'],
  images: ['getInstanceImages'],
  insights: ['getInsights'],
  invitations: ['listInvitations'],
  invite: ['createInvitation'],
  'lift-strike': ['liftStrike'],
  limit: ['createStrike'],
  list: ['listAdminUsers'],
  'message-reporter': ['messageReporter'],
  'note-report': ['addModerationNote'],
  page: ['getAdminPage'],
  protection: ['getProtection', 'updateProtection'],
  redeliver: ['redeliverWebhook'],
  registrations: ['listRegistrations'],
  reject: ['rejectRegistration'],
  'remove-thread': ['removeThread'],
  report: ['getReportDetails', 'getReportContext'],
  reports: ['listReports'],
  responses: ['listCannedResponses'],
  'revoke-invitation': ['revokeInvitation'],
  rules: ['getAdminRules', 'updateAdminRules'],
  'set-image': ['replaceInstanceImage'],
  'set-page': ['updateAdminPage'],
  settings: ['getSiteSettings', 'updateSiteSettings'],
  strikes: ['listStrikes'],
  'test-webhook': ['testWebhook'],
  thread: ['getAdminThread'],
  'unassign-report': ['assignReport'],
  unblock: ['deleteAccessBlock'],
  unfreeze: ['actOnAccounts', 'liftStrike'],
  unlimit: ['actOnAccounts', 'liftStrike'],
  unverify: ['verifyUser'],
  usage: ['getUsage'],
  verify: ['verifyUser'],
  warn: ['createStrike'],
  'webhook-log': ['listWebhookDeliveries'],
  webhooks: ['listWebhooks'],
};

let api: TestApi;
let owner: User;
let directory: string;

beforeAll(async () => {
  api = await startTestApi({ settings: { clock: systemClock } });
  directory = await mkdtemp(path.join(tmpdir(), 'skein-files-'));
  owner = await createUser(api);
});
beforeEach(() => api.database.user.update({ where: { id: owner.id }, data: { role: 'owner' } }));
afterAll(async () => {
  await rm(directory, { recursive: true });
  await api.close();
});

/** Fails if the command line opens the instance. */
const runClosed = (...args: string[]) =>
  runAdmin(['call', ...args], () => Promise.reject(new Error('It opened the instance.')));

/** The JSON that an operation prints. */
async function call(...args: string[]): Promise<Record<string, unknown>> {
  const [output = ''] = await runAdminOn(api, ['call', ...args]);
  // A wrong shape fails the expectations.
  return JSON.parse(output) as Record<string, unknown>;
}

describe('operations', () => {
  it.each(Object.entries(successors))('replace the command %s', (_command, ids) => {
    expect(ids.filter((id) => !operations.has(id))).toEqual([]);
  });

  it('all have a handler, and are all routes below /admin', async () => {
    const handled = listHandlers(toContext(api));
    expect([...operations.keys()].filter((id) => !handled.has(id))).toEqual([]);
    const response = await api.request.get('/api/openapi.json').expect(200);
    const { paths } = response.body as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const documented = Object.entries(paths)
      .filter(([name]) => name.startsWith('/admin/'))
      .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId))
      .filter((id) => id !== undefined);
    expect([...operations.keys()].toSorted()).toEqual(documented.toSorted());
  });

  it('are listed with their fields', async () => {
    const lines = await runClosed('--list');
    expect(lines).toHaveLength(operations.size);
    expect(lines.join('\n')).toMatch(/^verifyUser \[--userId …\] \[--isVerified …\] {2}\w/m);
    expect(await runClosed('verifyUser', '--help')).toEqual([
      expect.stringMatching(/^verifyUser /),
    ]);
    expect((await runClosed('--help'))[0]).toContain('admin call <operation>');
  });
});

describe('invalid input', () => {
  it.each([
    [['destroyAll'], 'There is no operation destroyAll'],
    [['verifyUser', '--color', 'red'], 'The fields are: --userId, --isVerified.'],
    [['verifyUser', 'ada'], 'The fields are: --userId, --isVerified.'],
    [['verifyUser', '--userId', newId(), '--isVerified', 'maybe'], 'isVerified: '],
    [['verifyUser', '--userId', newId()], 'isVerified: '],
    [['createAccessBlock', '--kind', 'planet', '--value', 'x'], 'kind: '],
    [['listAuditEntries', '--size', 'many'], 'size: '],
    [['getInsights', '--days', '8'], 'days: '],
  ])('%j is rejected with one line, before the instance is opened', async (args, message) => {
    const calling = runClosed(...args);
    await expect(calling).rejects.toThrow(OperationError);
    await expect(calling).rejects.toThrow(message);
    await expect(calling).rejects.not.toThrow(/\n/);
  });

  it('that only the use case can recognize is rejected like by the API', async () => {
    const verifying = call('verifyUser', '--userId', newId(), '--isVerified', 'true');
    await expect(verifying).rejects.toThrow(OperationError);
    await expect(call('getReportDetails', '--reportId', 'x')).rejects.toThrow("doesn't exist");
  });

  it('is not needed to fail without an owner', async () => {
    await api.database.user.update({ where: { id: owner.id }, data: { role: 'admin' } });
    await expect(call('getStats')).rejects.toThrow('The instance has no owner.');
  });
});

describe('a call', () => {
  it('runs the use case as the owner, who is named in the audit log', async () => {
    const user = await createUser(api);
    expect(await call('verifyUser', '--userId', user.id, '--isVerified', 'true')).toEqual({
      success: true,
      message: 'This account is now verified.',
    });
    expect(await listActionsOn(api, user.id)).toEqual([
      { action: 'verify', actorId: owner.id, details: {} },
    ]);
    const { content } = await call('listAuditEntries', '--action', 'verify', '--size', '1');
    expect(content).toMatchObject([
      { actor: { id: owner.id }, targetId: user.id, isCommandLine: false },
    ]);
  });

  it('works with required second factors, which only sessions have', async () => {
    const strict = await startTestApi({
      databaseUrl: api.databaseUrl,
      settings: { requiresAdminTwoFactor: true },
    });
    onTestFinished(() => strict.close());
    const [output = ''] = await runAdminOn(strict, ['call', 'getStats']);
    expect(JSON.parse(output)).toHaveProperty('accounts');
  });

  it('reads lists from repeated fields and JSON', async () => {
    const [first, second] = [await createUser(api), await createUser(api)];
    const ids = ['--userIds', first.id, '--userIds', second.id];
    await call('actOnAccounts', ...ids, '--action', 'limit', '--text', '123');
    const limited = { id: { in: [first.id, second.id] }, limitedAt: { not: null } };
    expect(await api.database.user.count({ where: limited })).toBe(2);
    // A text of digits stays a text.
    expect(await call('listStrikes', '--userId', first.id)).toMatchObject({
      content: [{ action: 'limit', text: '123' }],
    });
    const userIds = JSON.stringify([first.id, second.id]);
    await call('actOnAccounts', '--userIds', userIds, '--action', 'lift', '--text', 'A mistake');
    expect(await api.database.user.count({ where: limited })).toBe(0);
  });

  it('continues a list with its cursor', async () => {
    for (let count = 0; count < 2; count += 1) {
      await call('createInvitation', '--days', '2', '--usesMax', '1');
    }
    const { nextCursor } = await call('listInvitations', '--size', '1');
    const rest = await call('listInvitations', '--size', '1', `--cursor=${String(nextCursor)}`);
    expect(rest).toMatchObject({ content: [{ status: 'usable' }] });
    await expect(call('listInvitations', '--cursor', 'x')).rejects.toThrow(OperationError);
  });

  it('changes the settings of the instance with JSON', async () => {
    const { version } = await call('getSiteSettings');
    const { settings } = await call('getSiteSettings');
    const changed = JSON.stringify({ ...(settings as object), name: 'Chess club' });
    await call('updateSiteSettings', '--version', String(version), '--settings', changed);
    expect(await call('getSiteSettings')).toMatchObject({ settings: { name: 'Chess club' } });
    const stale = call('updateSiteSettings', '--version', String(version), '--settings', changed);
    await expect(stale).rejects.toThrow(OperationError);
  });

  it('sends a file, which stays where it is', async () => {
    const file = path.join(directory, 'logo.png');
    await writeFile(file, await sampleImage(64, 64).png().toBuffer());
    await call('replaceInstanceImage', '--kind', 'logo', '--image', file);
    const { logo } = await call('getInstanceImages');
    expect(logo).toMatch(/\/media\/.+\.png$/);
    expect((await stat(file)).isFile()).toBe(true);
    const missing = call('replaceInstanceImage', '--kind', 'logo', '--image', `${file}.txt`);
    await expect(missing).rejects.toThrow('cannot be read');
    const wrong = call('replaceInstanceImage', '--kind', 'logo', '--image', directory);
    await expect(wrong).rejects.toThrow('is not a file');
  });

  it('prints the file of a download', async () => {
    const [csv = ''] = await runAdminOn(api, ['call', 'downloadAuditLog']);
    expect(csv).toMatch(/Action,Actor,/);
  });

  it('creates a webhook and its test event once', async () => {
    const fields = ['--url', 'https://hooks.example/secret', '--events', 'report.created'];
    const { webhook, secret } = await call('createWebhook', ...fields);
    expect(secret).toMatch(/^whsec_/);
    const { id } = webhook as { id: string };
    await call('testWebhook', '--webhookId', id);
    expect(await call('listWebhookDeliveries', '--webhookId', id)).toMatchObject({
      content: [{ event: 'webhook.test', status: 'pending' }],
    });
  });

  it('removes a thread, which is a strike against its author', async () => {
    const author = await createUser(api);
    const { id } = await publish(api, author, { fields: { content: 'Cheap watches' } });
    expect(await call('getAdminThread', '--threadId', id)).toMatchObject({
      content: 'Cheap watches',
    });
    await call('removeThread', '--threadId', id, '--reason', 'An advertisement');
    await expect(call('getAdminThread', '--threadId', id)).rejects.toThrow(OperationError);
    expect(await call('listStrikes', '--userId', author.id)).toMatchObject({
      content: [{ action: 'remove_thread', moderator: { id: owner.id } }],
    });
  });
});
