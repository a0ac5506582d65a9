import { postsPerDayMax } from '@skein/contracts/administration';
import type { InstanceImageKind } from '@skein/contracts/administration';
import { siteSettingsInputSchema } from '@skein/contracts/instance';
import type { ChangedSettings, SavedSettings, SiteSettings } from '@skein/contracts/instance';
import { defaultUploadSettings } from '@skein/contracts/upload-limits';
import type { Database, Transaction } from '@skein/db';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError } from '../../platform/errors.ts';
import { createAccessBlocks } from './access-blocks.ts';
import type { StoredSection } from './settings.repository.ts';
import { listSettings, saveSettings } from './settings.repository.ts';

const defaults: SiteSettings = {
  name: 'Skein',
  description: '',
  contactEmail: '',
  registrationMode: 'open',
  registrationMessage: '',
  blocksDisposableEmails: false,
  requiresProofOfWork: false,
  requiresVerifiedEmail: false,
  inviters: 'nobody',
  invitationsPerMember: 5,
  postsPerDay: postsPerDayMax,
  addressDays: 90,
  auditLogDays: 0,
  showsTrends: true,
  listsRemoteThreads: false,
  accentColor: '',
  accentColorDark: '',
  defaultTheme: 'system',
  defaultLanguage: 'browser',
  hasLinkCards: true,
  hasPush: true,
  listsPeers: false,
  ...defaultUploadSettings,
};

/** Settings that environment variables set, by the names of the variables. */
const variables = {
  name: 'INSTANCE_NAME',
  description: 'INSTANCE_DESCRIPTION',
  hasLinkCards: 'LINK_CARDS',
  imageMaxMb: 'UPLOAD_IMAGE_MAX_MB',
  videoMaxMb: 'UPLOAD_VIDEO_MAX_MB',
  audioMaxMb: 'UPLOAD_AUDIO_MAX_MB',
  documentMaxMb: 'UPLOAD_DOCUMENT_MAX_MB',
  uploadFormats: 'UPLOAD_FORMATS',
} as const;

/** The values of the variables; undefined for those that are not set. */
export type FixedSettings = {
  [Field in keyof typeof variables]?: SiteSettings[Field] | undefined;
};

interface Dependencies {
  database: Database;
  clock: Clock;
  fixedSettings: FixedSettings;
}

export type SiteSettingsStore = ReturnType<typeof createSiteSettings>;

/** The settings as they are now. Call `current` for each use, because they change. */
export type CurrentSiteSettings = Pick<SiteSettingsStore, 'current' | 'accessBlocks'>;

const generalSection = 'general';
const imagesSection = 'images';
const setupSection = 'setup';
/** A trigger writes it when the offer to become the owner ends. */
const ownershipSection = 'ownership';

/** Sections that the server itself writes: the second at the first start with federation. */
const unchangedSections: ReadonlySet<string> = new Set([ownershipSection, 'federation']);

/** The keys of images in the media store; null for those of Skein. */
export type InstanceImageKeys = Record<InstanceImageKind, string | null>;

const storageKey = z.string().nullable().catch(null);
const imageKeysSchema = z
  .object({ logo: storageKey, favicon: storageKey })
  .catch({ logo: null, favicon: null });

/** The settings that administrators change, in memory, so that reading them costs nothing. */
export function createSiteSettings({ database, clock, fixedSettings }: Dependencies) {
  const accessBlocks = createAccessBlocks({ database, clock });
  const { fixed, fixedValues } = describeFixed(fixedSettings);
  let sections: ReadonlyMap<string, StoredSection> = new Map();
  let settings: SiteSettings = { ...defaults, ...fixedValues };
  let imageKeys: InstanceImageKeys = { logo: null, favicon: null };
  let loading = Promise.resolve();

  async function readAll(): Promise<void> {
    sections = new Map((await listSettings(database)).map((row) => [row.section, row]));
    settings = { ...toSettings(sections.get(generalSection)), ...fixedValues };
    imageKeys = imageKeysSchema.parse(sections.get(imagesSection)?.content);
    await accessBlocks.load();
  }

  async function saveSection(
    tx: Transaction,
    row: Omit<StoredSection, 'updatedAt'>,
  ): Promise<void> {
    if (!(await saveSettings(tx, row, clock.now()))) throw settingsConflict();
  }

  /** One read after another, so that an older result never replaces a newer one. */
  function load(): Promise<void> {
    loading = loading.then(readAll, readAll);
    return loading;
  }

  return {
    current: (): SiteSettings => settings,

    /** Read together with the settings. */
    accessBlocks,

    /** Reads the settings from the database. Call it at startup and after each notification. */
    load,

    describe: (): SavedSettings => ({
      version: sections.get(generalSection)?.version ?? 0,
      settings,
      fixed,
    }),

    /**
     * Saves the settings, except those that environment variables set. Call `load` after the commit.
     * @throws ConflictError if they were changed after this version was read
     */
    async save(
      tx: Transaction,
      { version, settings: changed }: { version: number; settings: ChangedSettings },
    ): Promise<void> {
      const content = Object.fromEntries(
        Object.entries(changed).filter(([field]) => !(field in fixedValues)),
      );
      await saveSection(tx, { section: generalSection, content, version });
    },

    /** Whether nobody has changed anything yet, nor finished or skipped the setup. */
    needsSetup: (): boolean => [...sections.keys()].every((name) => unchangedSections.has(name)),

    finishSetup: (tx: Transaction): Promise<void> =>
      saveSection(tx, { section: setupSection, content: { isFinished: true }, version: 0 }),

    imageKeys: (): InstanceImageKeys => imageKeys,

    /**
     * Call `load` before, and after the commit.
     * @throws ConflictError if an image was changed after `load`
     */
    async saveImageKey(
      tx: Transaction,
      kind: InstanceImageKind,
      key: string | null,
    ): Promise<void> {
      const version = sections.get(imagesSection)?.version ?? 0;
      await saveSection(tx, { section: imagesSection, content: { [kind]: key }, version });
    },

    /** Another section than the general settings; undefined if it was never saved. */
    findSection: (section: string): StoredSection | undefined => sections.get(section),

    /** Saves one section. Call `load` after the commit. Throws ConflictError as `save` does. */
    saveSection,
  };
}

function describeFixed(fixedSettings: FixedSettings) {
  const fixed = Object.entries(variables).flatMap(([field, variable]) =>
    fixedSettings[field as keyof typeof variables] === undefined ? [] : [{ field, variable }],
  );
  const fixedValues = Object.fromEntries(
    Object.entries(fixedSettings).filter(([, value]) => value !== undefined),
  ) as Partial<SiteSettings>;
  return { fixed, fixedValues };
}

/**
 * Fields that are missing or that this version of the server does not accept have their default, but
 * an unknown registration mode closes registration.
 */
function toSettings(row: StoredSection | undefined): SiteSettings {
  const content: unknown = row?.content;
  const stored = new Map(
    typeof content === 'object' && content !== null ? Object.entries(content) : [],
  );
  const { shape } = siteSettingsInputSchema;
  const valid = Object.entries(shape).flatMap(([field, schema]) => {
    const parsed = schema.safeParse(stored.get(field));
    return parsed.success ? [[field, parsed.data]] : [];
  });
  const unknownMode = stored.has('registrationMode') && { registrationMode: 'closed' as const };
  return { ...defaults, ...unknownMode, ...(Object.fromEntries(valid) as Partial<SiteSettings>) };
}

function settingsConflict(): ConflictError {
  return new ConflictError('conflict', 'error.settingsChanged');
}
