import babel from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';

// What surrounds a screen, forms and marks, all drawn a few times in their life: memoising them costs the first visit
// more bytes (1 kB of 90) than it ever saves work.
const drawnSeldom = [
  /\/src\/pages\/(?:login|register)\//,
  /\/src\/features\/auth\//,
  /\/src\/ui\/layout\//,
  /\/src\/features\/feed\/components\/feed-(?:prompt|tabs)\.tsx$/,
  /\/src\/features\/threads\/list\/thread-(?:card-skeleton|list-(?:end|skeleton))\.tsx$/,
  /\/src\/ui\/(?:button|checkbox|icon-button|link-tabs|logo|password-field|spinner|(?:text-)?field)\.tsx$/,
  /\/src\/app\//,
];

// The parts of a card get their thread anew or are not drawn at all, since the card itself is
// memoised: what they would compare has always changed.
const drawnWithTheirCard = [
  /\/src\/ui\/(?:avatar|relative-time)\.tsx$/,
  /\/src\/features\/threads\/(?:engagement\/(?:action-button|reaction-|thread-actions)|poll\/poll-)/,
  /\/src\/features\/threads\/card\/(?:quoted-thread|thread-(?:byline|text))/,
  /\/src\/features\/threads\/media\/(?:alt-badge|blurhash-canvas|media-grid|picture|thread-media)/,
];

/** Memoises components and hooks, so that nobody has to by hand. */
export function reactCompiler(): PluginOption {
  const preset = reactCompilerPreset();
  const { filter } = preset.rolldown;
  preset.rolldown.filter = { ...filter, id: { exclude: [...drawnSeldom, ...drawnWithTheirCard] } };
  return babel({ presets: [preset] });
}
