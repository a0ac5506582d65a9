import { build } from 'vite';

/** The code of a module and all it imports, as one classic script. */
export async function bundleClassic(
  input: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  if (!('output' in result) || result.output.length > 1) {
    throw new Error(`${input} has to become one file`);
  }
  return result.output[0].code;
}
