import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

const inText =
  /const \{ wasm \} = await import\("(@prisma\/client\/runtime\/[^"]+)\.mjs"\)\s+return await decodeBase64AsWasm\(wasm\)/;

const fromFile = `const { readFile } = await import('node:fs/promises')
    return new WebAssembly.Module(await readFile(new URL('query-compiler.wasm', import.meta.url)))`;

/**
 * Makes the generated client read Prisma's query compiler from a file. By default it is a base64
 * string in a module, which keeps over 4 MB in memory.
 */
export function unpackQueryCompiler(generatedDirectory: string): void {
  const classFile = join(generatedDirectory, 'internal', 'class.ts');
  const source = readFileSync(classFile, 'utf8');
  const moduleName = inText.exec(source)?.[1];
  if (moduleName === undefined) throw new Error(`${classFile} has no query compiler in base64.`);
  // Prisma's file has no other exports.
  const { wasm } = require(`${moduleName}.js`) as { wasm: string };
  writeFileSync(
    join(generatedDirectory, 'internal', 'query-compiler.wasm'),
    Buffer.from(wasm, 'base64'),
  );
  writeFileSync(classFile, source.replace(inText, fromFile));
}
