import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { emojiData } from './build/emoji-data.ts';

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), emojiData()],
  test: {
    pool: 'vmThreads',
    environment: './src/testing/environment.ts',
    environmentOptions: { jsdom: { url: 'http://skein.test/' } },
    include: ['src/**/*.test.{ts,tsx}'],
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
  },
});
