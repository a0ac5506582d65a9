import { locales } from '@skein/messages';
import type { Catalog } from '@skein/messages';
import { catalogs } from '@skein/messages/catalogs';
import { queryOptions } from '@tanstack/react-query';
import { hasFederation, hasPush } from '../../../lib/instance.ts';
import { getSingleSignOnLabel } from '../../auth/sign-in/sign-in-methods.ts';
import { settings } from './settings-index.ts';
import type { IndexedSetting, SettingId } from './settings-index.ts';

const catalogNames = ['settings', 'lists', 'connections', 'apps'] as const;

/** Settings that not every instance has. */
const conditions: Partial<Record<SettingId, () => boolean>> = {
  push: hasPush,
  federation: hasFederation,
  aliases: hasFederation,
  moving: hasFederation,
  'blocked-servers': hasFederation,
  identity: () => getSingleSignOnLabel() !== null,
};

/** A setting with its texts in all languages, as the search compares them. */
interface SearchableSetting {
  id: SettingId;
  labels: string;
  texts: string;
}

/** The texts of all settings in all languages. A language that cannot be loaded is left out. */
export const searchableSettingsQuery = queryOptions({
  queryKey: ['searchable-settings'],
  staleTime: Infinity,
  queryFn: async (): Promise<SearchableSetting[]> => {
    const loads = locales.flatMap((locale) => catalogNames.map((name) => catalogs[locale][name]()));
    const loaded = await Promise.allSettled(loads);
    const messages = loaded.flatMap((each) =>
      each.status === 'fulfilled' ? [each.value.default] : [],
    );
    const all = Object.entries(settings) as [SettingId, IndexedSetting][];
    const available = all.filter(([id]) => conditions[id]?.() ?? true);
    return available.map(([id, setting]) => ({
      id,
      labels: collectTexts(messages, [setting.label]),
      texts: collectTexts(messages, setting.texts),
    }));
  },
});

/** The settings that contain all words of a query: first those with all words in their label. */
export function findSettings(all: readonly SearchableSetting[], query: string): SettingId[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  const contains = (text: string) => words.every((word) => text.includes(word));
  const matches = all.filter(({ labels, texts }) => contains(`${labels} ${texts}`));
  const [byLabel, byText] = [true, false].map((isInLabel) =>
    matches.filter(({ labels }) => contains(labels) === isInLabel).map(({ id }) => id),
  );
  return [...(byLabel ?? []), ...(byText ?? [])];
}

function collectTexts(messages: readonly Catalog[], keys: readonly string[]): string {
  const texts = messages.flatMap((catalog) => keys.map((key) => catalog[key] ?? ''));
  // A message with values is an array, whose strings are the text between the values.
  return normalize(
    texts
      .flat()
      .filter((part) => typeof part === 'string')
      .join(' '),
  );
}

function normalize(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
