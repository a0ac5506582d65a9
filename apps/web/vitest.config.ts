import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { emojiData } from './build/emoji-data.ts';

/** They replace or reload modules, which others would receive as well. */
const isolatedTests = [
  'src/app/{shared-dialogs,routes/route-error}.test.tsx',
  'src/features/auth/accounts/accounts.test.tsx',
  'src/features/composer/stored-files/composer-files.test.tsx',
  'src/features/chat/drafts/draft-files.test.ts',
  'src/i18n/load-messages.test.ts',
];

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), emojiData()],
  test: {
    pool: 'threads',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://skein.test/' } },
    // Style sheets are empty in tests, but for the one that is tested itself.
    css: { include: [/tokens\.css/] },
    setupFiles: ['src/testing/setup.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    restoreMocks: true,
    unstubGlobals: true,
    // Far more than a slow machine needs; a test that hangs is what they end.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: isolatedTests,
          // Loading the app takes longer than most files: they share the loaded modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolatedTests },
      },
    ],
  },
});
