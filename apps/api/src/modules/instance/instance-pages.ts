import { instancePages } from '@skein/contracts/administration';
import type { InstancePage } from '@skein/contracts/administration';
import type { Rule, RulesInput, SavedPage } from '@skein/contracts/instance';
import type { Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { z } from 'zod';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { SiteSettingsStore } from './site-settings.ts';

interface Dependencies {
  siteSettings: SiteSettingsStore;
  /** The content of `TERMS_FILE`, which takes precedence. */
  termsText: string | undefined;
}

const storedPageSchema = z.object({ text: z.string() });
const storedRulesSchema = z.object({
  rules: z.array(z.object({ id: z.uuid(), title: z.string(), description: z.string() })),
});
const rulesSection = 'rules';

export type InstancePages = ReturnType<typeof createInstancePages>;

/** The rules and the texts about the instance, which are sections of the settings. */
export function createInstancePages({ siteSettings, termsText }: Dependencies) {
  const readText = (page: InstancePage): string =>
    storedPageSchema.safeParse(siteSettings.findSection(page)?.content).data?.text ?? '';
  const getVariable = (page: InstancePage) =>
    page === 'terms' && termsText !== undefined ? 'TERMS_FILE' : null;
  const getVersion = (section: string) => siteSettings.findSection(section)?.version ?? 0;

  const listRules = (): Rule[] =>
    storedRulesSchema.safeParse(siteSettings.findSection(rulesSection)?.content).data?.rules ?? [];

  return {
    /** Null if nobody has written it. */
    find(page: InstancePage): { text: string | null; updatedAt: string | null } {
      if (getVariable(page) !== null) return { text: termsText ?? null, updatedAt: null };
      const text = readText(page);
      const updatedAt = siteSettings.findSection(page)?.updatedAt.toISOString() ?? null;
      return text === '' ? { text: null, updatedAt: null } : { text, updatedAt };
    },

    listRules,

    describe: (page: InstancePage): SavedPage => ({
      text: getVariable(page) === null ? readText(page) : (termsText ?? ''),
      version: getVersion(page),
      variable: getVariable(page),
    }),

    versionOfRules: () => getVersion(rulesSection),

    /** @throws ConflictError if it was changed meanwhile, or an environment variable sets it */
    async save(
      tx: Transaction,
      page: InstancePage,
      { version, text }: Pick<SavedPage, 'version' | 'text'>,
    ): Promise<void> {
      const variable = getVariable(page);
      if (variable !== null)
        throw new ConflictError('conflict', withValues('error.variableSetsText', { variable }));
      await siteSettings.saveSection(tx, { section: page, content: { text }, version });
    },

    /** @throws ConflictError if they were changed meanwhile */
    async saveRules(tx: Transaction, { version, rules }: RulesInput): Promise<void> {
      const content = { rules: withIds(rules, listRules()) };
      await siteSettings.saveSection(tx, { section: rulesSection, content, version });
    },
  };
}

/** A rule keeps its id when its text or position changes. */
function withIds(rules: RulesInput['rules'], before: readonly Rule[]) {
  const unused = new Set(before.map(({ id }) => id));
  return rules.map(({ id = '', title, description }) => ({
    id: unused.delete(id) ? id : newId(),
    title,
    description,
  }));
}

/** @throws NotFoundError for a page that does not exist */
export function requirePage(name: string): InstancePage {
  const page = instancePages.find((each) => each === name);
  if (page === undefined) throw new NotFoundError('error.pageNotFound');
  return page;
}
