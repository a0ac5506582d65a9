import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { reactCompiler } from './build/react-compiler.ts';

export default defineConfig({
  plugins: [react(), reactCompiler()],
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
