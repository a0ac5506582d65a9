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
          // Without groups, each combination of screens that use a module has a file of its own: a visit
          // to the feed would request 125.
          groups: [
            { name: 'start', priority: 3, tags: ['$initial'] },
            {
              name: 'public',
              priority: 2,
              test: /\/src\/(?:features\/auth\/|ui\/(?:checkbox|password-field|text-field))|\/icons\/(?:pause|play)\./,
              minShareCount: 2,
            },
            { name: 'layout', priority: 1, test: /\/src\/app\/signed-in-layout/ },
            { name: 'shared', minShareCount: 6 },
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
