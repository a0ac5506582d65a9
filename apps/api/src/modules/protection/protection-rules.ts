import type { ProtectionRules, SavedProtection } from '@skein/contracts/moderation';
import { updateProtection } from '@skein/contracts/moderation';
import type { RouteInput } from '@skein/contracts/http';
import { listHashtags } from '@skein/contracts/text';
import type { Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { RateLimitRules } from '../../platform/config/rate-limit-rules.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { SiteSettingsStore } from '../instance/index.ts';
import { protectionLimits } from './charges.ts';

const section = 'protection';

const defaults: ProtectionRules = {
  limitsNewAccounts: true,
  rejectsRepeatedTexts: true,
  limitsReportedAccounts: true,
  reportersMin: 5,
  excludedHashtags: [],
};

export type ProtectionInput = RouteInput<typeof updateProtection>['body'];

/** The rules, a section of the settings. */
export function createProtectionRules(
  siteSettings: Pick<SiteSettingsStore, 'findSection' | 'saveSection'>,
) {
  let parsed: { content: unknown; rules: ProtectionRules } | undefined;

  return {
    /** As they are now. Parsed again only after a change, because every new thread reads them. */
    current(): ProtectionRules {
      const content: unknown = siteSettings.findSection(section)?.content;
      if (parsed?.content !== content || parsed === undefined) {
        parsed = { content, rules: toRules(content) };
      }
      return parsed.rules;
    },

    version: (): number => siteSettings.findSection(section)?.version ?? 0,

    /**
     * Load the settings after the commit.
     * @throws ValidationError for a text that is not a hashtag; ConflictError if the rules were changed
     * after this version was read
     */
    async save(tx: Transaction, { version, rules }: ProtectionInput): Promise<void> {
      const { excludedHashtags } = rules;
      const content = {
        ...rules,
        ...(excludedHashtags !== undefined && { excludedHashtags: toTags(excludedHashtags) }),
      };
      await siteSettings.saveSection(tx, { section, content, version });
    },
  };
}

/** @param limits null if there are no limits */
export function describeProtection(
  rules: ReturnType<typeof createProtectionRules>,
  limits: RateLimitRules | null,
): SavedProtection {
  return {
    version: rules.version(),
    rules: rules.current(),
    limits:
      limits === null
        ? []
        : protectionLimits.map((name) => {
            const { max, seconds } = limits[name];
            return { name, max, seconds };
          }),
  };
}

/** Fields that are missing or that this version of the server does not accept have their default. */
function toRules(content: unknown): ProtectionRules {
  const stored = new Map(
    typeof content === 'object' && content !== null ? Object.entries(content) : [],
  );
  const { shape } = updateProtection.body.schema.shape.rules;
  const valid = Object.entries(shape).flatMap(([field, schema]) => {
    const { success, data } = schema.safeParse(stored.get(field));
    return success && data !== undefined ? [[field, data]] : [];
  });
  return { ...defaults, ...(Object.fromEntries(valid) as Partial<ProtectionRules>) };
}

function toTags(texts: readonly string[]): string[] {
  const tags = texts
    .map((text) => text.normalize('NFC').trim().replace(/^#/, '').toLowerCase())
    .filter((tag) => tag !== '');
  const wrong = tags.find((tag) => listHashtags(`#${tag}`)[0] !== tag);
  if (wrong === undefined) return [...new Set(tags)].toSorted();
  const message = withValues('error.notAHashtag', { tag: wrong });
  throw new ValidationError([{ path: 'rules.excludedHashtags', message }]);
}
