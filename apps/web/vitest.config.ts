import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://skein.test/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 15_000,
  },
});
