import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { emojiData } from './build/emoji-data.ts';
import { serviceWorker } from './build/service-worker.ts';

const apiOrigin = 'http://127.0.0.1:4000';

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    emojiData(),
    serviceWorker('src/worker/sw.ts'),
    // The server writes into index.html, so only it can compress that file.
    compression({ include: /\.(?:js|css|svg|json|webmanifest|txt)$/, skipIfLargerOrEqual: true }),
  ],
  build: {
    target: 'baseline-widely-available',
    // The content security policy of the server allows neither data: addresses nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Otherwise the first page loads the constants of all pages.
      optimization: { inlineConst: true },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': apiOrigin,
      '/media': apiOrigin,
      '/.well-known': apiOrigin,
      // /oauth/authorize is missing, because it is a page of the app.
      '^/oauth/(?:token|revoke|introspect)$': apiOrigin,
    },
  },
});
