import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const prefix = 'virtual:emojis/';
/** Version of the Unicode emojis that all current systems show. */
const newestVersion = 15.1;

/**
 * The form in which the server stores an emoji: Emojibase appends the variation selector also to emojis
 * that do not need it.
 */
const redundantSelector = new RegExp(String.raw`^(\p{RGI_Emoji})\uFE0F$`, 'v');
const toStored = (emoji: string): string => emoji.replace(redundantSelector, '$1');

const skinToneNames = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'];

/** The parts of a file `data.json` of Emojibase that are used. */
interface SourceEmoji {
  emoji: string;
  label: string;
  version: number;
  tags?: string[];
  /** Missing for parts of emojis, such as regional indicators. */
  group?: number;
  /** `tone` is a list if the emoji has several people. */
  skins?: { emoji: string; tone: number | number[]; version: number }[];
}

interface SourceMessages {
  groups: { key: string; message: string; order: number }[];
  skinTones: { key: string; message: string }[];
}

/**
 * `import url from 'virtual:emojis/en'` is the address of a file with the emojis in a language, their
 * names and search terms, in the format of Frimousse. Not a chunk of code: the service worker would
 * load it in all languages instead of one.
 */
export function emojiData(): Plugin {
  let isBuild = false;
  return {
    name: 'skein:emoji-data',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = `emojis-${id.slice(prefix.length + 1)}.json`;
      if (!isBuild) return `export default '/${name}';`;
      const source = readEmojis(name);
      const file = this.emitFile({ type: 'asset', name, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (/^\/emojis-\w+\.json$/.test(request.url ?? '')) {
          response.setHeader('Content-Type', 'application/json');
          response.end(readEmojis(request.url ?? ''));
        } else next();
      });
    },
  };
}

function readEmojis(name: string): string {
  const locale = /emojis-(\w+)\.json/.exec(name)?.[1] ?? '';
  const emojis = readSource<SourceEmoji[]>(locale, 'data');
  const { groups, skinTones } = readSource<SourceMessages>(locale, 'messages');
  const categories = groups.filter(({ key }) => key !== 'component');
  const shown = new Set<number | undefined>(categories.map(({ order }) => order));
  return JSON.stringify({
    locale,
    categories: categories.map(({ order, message }) => ({
      index: order,
      label: capitalize(message),
    })),
    skinTones: Object.fromEntries(skinTones.map(({ key, message }) => [key, capitalize(message)])),
    emojis: emojis
      .filter(({ group, version }) => shown.has(group) && version <= newestVersion)
      .map(({ emoji, group, label, version, tags = [], skins = [] }) => {
        const shownSkins = skins.filter((skin) => skin.version <= newestVersion);
        return {
          emoji: toStored(emoji),
          category: group,
          label,
          version,
          tags,
          ...(shownSkins.length > 0 && { skins: toSkins(shownSkins) }),
        };
      }),
  });
}

function toSkins(skins: NonNullable<SourceEmoji['skins']>): Record<string, string> {
  return Object.fromEntries(
    skins.flatMap(({ emoji, tone }) =>
      typeof tone === 'number' ? [[skinToneNames[tone - 1], toStored(emoji)]] : [],
    ),
  );
}

function readSource<Content>(locale: string, name: 'data' | 'messages'): Content {
  const file = fileURLToPath(import.meta.resolve(`emojibase-data/${locale}/${name}.json`));
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
