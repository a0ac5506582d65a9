import type { EmojiData } from 'frimousse';
import { http } from 'msw';

interface Names {
  category: string;
  tone: string;
  rocket: string;
  wave: string;
}

/** Mocks the file with emojis in the language of the interface. */
export function mockEmojis({ category, tone, rocket, wave }: Names) {
  const skinTones = {
    light: tone,
    'medium-light': tone,
    medium: tone,
    'medium-dark': tone,
    dark: tone,
  };
  const skins = {
    light: '👋🏻',
    'medium-light': '👋🏼',
    medium: '👋🏽',
    'medium-dark': '👋🏾',
    dark: '👋🏿',
  };
  const common = { category: 0, version: 1, tags: [] };
  const data: EmojiData = {
    locale: 'en',
    categories: [{ index: 0, label: category }],
    skinTones,
    emojis: [
      { ...common, emoji: '👋', label: wave, skins },
      { ...common, emoji: '🚀', label: rocket },
    ],
  };
  return http.get('*/emojis-en.json', () => Response.json(data));
}
