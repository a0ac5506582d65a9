import babel from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';

// Forms and marks that are drawn a few times in their life: memoising them costs the first visit
// more bytes (1 kB of 90) than it ever saves work.
const drawnSeldom = [
  /\/src\/pages\/(?:login|register)\//,
  /\/src\/features\/session\//,
  /\/src\/components\/ui\/(?:button|checkbox|icon-button|logo|password-field|spinner|text-field)\.tsx$/,
  /\/src\/app\//,
];

/** Memoises components and hooks, so that nobody has to by hand. */
export function reactCompiler(): PluginOption {
  const preset = reactCompilerPreset();
  const { filter } = preset.rolldown;
  preset.rolldown.filter = { ...filter, id: { exclude: drawnSeldom } };
  return babel({ presets: [preset] });
}
