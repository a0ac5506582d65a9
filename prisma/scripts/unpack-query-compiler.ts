import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

const inText =
  /const \{ wasm \} = await import\("(@prisma\/client\/runtime\/[^"]+)\.mjs"\)\s+return await decodeBase64AsWasm\(wasm\)/;

const fromFile = `const { readFile } = await import('node:fs/promises')
    return new WebAssembly.Module(await readFile(new URL('query-compiler.wasm', import.meta.url)))`;

/**
 * Lets the generated client read Prisma's query compiler from a file. As it comes it is base64 in a
 * module, whose text and whose value, over 2 MB each, stay in memory for as long as the process lives.
 */
export function unpackQueryCompiler(generatedDirectory: string): void {
  const classFile = join(generatedDirectory, 'internal', 'class.ts');
  const source = readFileSync(classFile, 'utf8');
  const moduleName = inText.exec(source)?.[1];
  if (moduleName === undefined) throw new Error(`${classFile} has no query compiler in base64.`);
  // Prisma's file, which exports nothing else.
  const { wasm } = require(`${moduleName}.js`) as { wasm: string };
  writeFileSync(
    join(generatedDirectory, 'internal', 'query-compiler.wasm'),
    Buffer.from(wasm, 'base64'),
  );
  writeFileSync(classFile, source.replace(inText, fromFile));
}
