import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './build/boot-script.ts';
import { precompress } from './build/precompress.ts';

const apiOrigin = 'http://127.0.0.1:4000';

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    bootScript({ source: 'src/boot/boot.ts' }),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // The content security policy of the server allows neither data: addresses nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    proxy: { '/api': apiOrigin, '/media': apiOrigin },
  },
});
