import { builtinEnvironments } from 'vitest/runtime';
import type { Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/**
 * jsdom for Vitest's `vmThreads` pool, which isolates test files in vm contexts instead of
 * processes and takes a third of the CPU time. The contexts lack globals that Node.js has and jsdom
 * does not, such as web streams, which request mocking needs.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads it
export default {
  ...jsdom,
  async setupVM(options) {
    if (!jsdom.setupVM) throw new Error('This version of Vitest has no jsdom for vm contexts.');
    const environment = await jsdom.setupVM(options);
    const context = environment.getVmContext();
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
      if (!(name in context) && name !== 'global') Object.defineProperty(context, name, property);
    }
    // jsdom has no secure contexts. Tests of addresses without https replace it.
    Object.defineProperty(context, 'isSecureContext', { value: true, configurable: true });
    return environment;
  },
} satisfies Environment;
