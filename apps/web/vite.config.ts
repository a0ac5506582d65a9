import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './build/boot-script.ts';
import { firstScreenGroup } from './build/first-screen-group.ts';
import {
  firstMessages,
  firstScreens,
  idleMessages,
  idleModules,
  offlineMessages,
  offlineScreens,
} from './build/first-screens.ts';
import { leanRouter } from './build/lean-router.ts';
import { precompress } from './build/precompress.ts';
import { reactCompiler } from './build/react-compiler.ts';
import { serviceWorker } from './build/service-worker.ts';

const apiOrigin = 'http://127.0.0.1:4000';

// What every screen starts with, in one file: many small ones would compress worse.
const baseModules = [
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom)\//,
  /\/lucide-react\/dist\/esm\/(?!icons\/|lucide-react)/,
  /\/contracts\/src\/limits\.ts/,
  /\/web\/src\/(?:api\/(?!upload|download|query-client)|lib\/session\/|i18n\/(?:index|load-messages)\.ts)/,
  /\/web\/src\/lib\/(?:class-names|document-title|instance|locale|media-query|paths|screen-focus|storage|store|theme|toast|when-idle)\.ts/,
  /\/web\/src\/ui\/(?:button|icon-button|logo|spinner|splash)\.tsx/,
  /\/web\/src\/app\/(?:app|first-screen|new-version|require-session|screens?|scroll-memory|watch-session)\.tsx?/,
  /\/web\/src\/ui\/layout\/(?:error-boundary|theme-toggle)\.tsx/,
  /\/packages\/messages\/(?:src|generated\/(?:catalogs|locales))/,
  /\/icu-minify\//,
  /preload-helper/,
];

// What the forms of the way in share, with each other and with later ones: in one file as well.
const formModules = [
  /\/web\/src\/ui\/(?:checkbox|field|password-field|text-field)\.tsx/,
  /\/web\/src\/features\/auth\/api\/sign-in\.ts/,
  /\/web\/src\/features\/auth\/components\/(?:auth-layout|form-problem)\.tsx/,
  /\/web\/src\/features\/auth\/model\/(?!check-registration)/,
];

export default defineConfig({
  plugins: [
    react(),
    reactCompiler(),
    leanRouter(),
    tailwindcss(),
    bootScript({ source: 'src/boot/boot.ts', screens: { ...firstScreens, ...firstMessages } }),
    serviceWorker({
      source: 'src/worker/sw.ts',
      firstVisit: [
        ...firstScreens.feed,
        ...idleModules,
        ...Object.values(firstMessages).flat(),
        ...idleMessages,
      ],
      laterVisit: [...offlineScreens, ...offlineMessages],
    }),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    // The content security policy of the server allows neither data: addresses nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Reading a property runs no code of ours: what is only mentioned in passing can go.
      treeshake: { propertyReadSideEffects: false },
      // A limit stands where it is used, instead of all of them in what every screen starts with.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: (id) => baseModules.some((module) => module.test(id)) },
            { name: 'forms', test: (id) => formModules.some((module) => module.test(id)) },
            { name: firstScreenGroup('feed'), debugName: 'feed' },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': apiOrigin, '/media': apiOrigin },
  },
});
