import { isDeepStrictEqual } from 'node:util';
import { userRoles } from '@skein/contracts/administration';
import type {
  ChangedSettings,
  RulesInput,
  SavedPage,
  SavedRules,
  SavedSettings,
} from '@skein/contracts/instance';
import type { SavedProtection } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { canInvite } from '../../auth/index.ts';
import { requirePage } from '../../instance/index.ts';
import type { InstancePages, SiteSettingsStore } from '../../instance/index.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { revokeInvitationsOfOthers } from '../accounts/invitations.repository.ts';
import { recordAction } from '../audit/audit.repository.ts';

interface Dependencies {
  database: Database;
  siteSettings: SiteSettingsStore;
  clock: Clock;
  adminEmails: readonly string[];
  users: Pick<UsersModule, 'getRole'>;
  pages: InstancePages;
  protection: Pick<ProtectionModule, 'describe' | 'save'>;
}

export type SettingsInput = { version: number; settings: ChangedSettings };
export type ProtectionInput = Parameters<ProtectionModule['save']>[1];
export type PageInput = Pick<SavedPage, 'version' | 'text'> & { page: string };

/**
 * @throws ConflictError if the settings were changed after this version was read
 * @throws ForbiddenError for an administrator who shortens the audit log
 */
export async function updateSettings(
  { database, siteSettings, clock, adminEmails, users }: Dependencies,
  admin: Actor,
  input: SettingsInput,
): Promise<SavedSettings> {
  await siteSettings.load();
  const details = listChanges(siteSettings, input.settings);
  const { inviters, auditLogDays } = details;
  if (auditLogDays !== undefined && isShorter(auditLogDays, siteSettings.current().auditLogDays)) {
    await requireOwner(users, admin);
  }
  await database.$transaction(async (tx) => {
    await siteSettings.save(tx, input);
    if (inviters !== undefined) {
      const roles = userRoles.filter((role) => canInvite(role, inviters));
      await revokeInvitationsOfOthers(tx, { roles, adminEmails }, clock.now());
    }
    await recordAction(tx, { actorId: admin.userId, action: 'change_settings', details });
  });
  await siteSettings.load();
  return siteSettings.describe();
}

/** Returns the settings that differ from the present ones, except those that environment variables set. */
function listChanges(siteSettings: SiteSettingsStore, input: ChangedSettings): ChangedSettings {
  const { settings, fixed } = siteSettings.describe();
  const present = new Map<string, unknown>(Object.entries(settings));
  const changes = Object.entries(input).filter(
    ([field, value]) =>
      !fixed.some((each) => each.field === field) && !isDeepStrictEqual(value, present.get(field)),
  );
  return Object.fromEntries(changes);
}

/** 0 days mean no end. */
const isShorter = (days: number, before: number) => days !== 0 && (before === 0 || days < before);

/** Otherwise an administrator could remove the entries about their own actions. */
async function requireOwner(users: Pick<UsersModule, 'getRole'>, { userId }: Actor): Promise<void> {
  if (userId === null || (await users.getRole(userId)) === 'owner') return;
  throw new ForbiddenError('error.auditLogOwner');
}

/** The setup is not offered again, to anyone. Repeating it changes nothing. */
export async function finishSetup(
  { database, siteSettings }: Pick<Dependencies, 'database' | 'siteSettings'>,
  admin: Actor,
): Promise<void> {
  await siteSettings.load();
  if (!siteSettings.needsSetup()) return;
  await database.$transaction(async (tx) => {
    await siteSettings.finishSetup(tx);
    const details = { setup: 'finished' };
    await recordAction(tx, { actorId: admin.userId, action: 'change_settings', details });
  });
  await siteSettings.load();
}

/**
 * @throws NotFoundError for a page that does not exist
 * @throws ConflictError if it was changed after this version was read, or a variable sets it
 */
export async function updatePage(
  { database, siteSettings, pages }: Dependencies,
  admin: Actor,
  { page: name, ...input }: PageInput,
): Promise<SavedPage> {
  const page = requirePage(name);
  await database.$transaction(async (tx) => {
    await pages.save(tx, page, input);
    const details = { page };
    await recordAction(tx, { actorId: admin.userId, action: 'change_page', details });
  });
  await siteSettings.load();
  return pages.describe(page);
}

/** @throws ConflictError if they were changed after this version was read */
export async function updateRules(
  { database, siteSettings, pages }: Dependencies,
  admin: Actor,
  input: RulesInput,
): Promise<SavedRules> {
  await database.$transaction(async (tx) => {
    await pages.saveRules(tx, input);
    await recordAction(tx, { actorId: admin.userId, action: 'change_rules' });
  });
  await siteSettings.load();
  return describeRules(pages);
}

export function describeRules(pages: InstancePages): SavedRules {
  return { rules: pages.listRules(), version: pages.versionOfRules() };
}

/** @throws ConflictError if they were changed after this version was read */
export async function updateProtection(
  { database, siteSettings, protection }: Dependencies,
  admin: Actor,
  input: ProtectionInput,
): Promise<SavedProtection> {
  await database.$transaction(async (tx) => {
    await protection.save(tx, input);
    const details = { fields: Object.keys(input.rules) };
    await recordAction(tx, { actorId: admin.userId, action: 'change_protection', details });
  });
  await siteSettings.load();
  return protection.describe();
}
