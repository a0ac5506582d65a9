import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MigrationAdapterFactory } from './adapter.ts';
import { readSchema, schemaDirectory } from './files.ts';

const bindingsPath = createRequire(import.meta.url).resolve(
  '@prisma/schema-engine-wasm/schema_engine_bg',
);

/** The part of WebAssembly used here; the types of Node.js do not declare it. */
declare const WebAssembly: {
  instantiate(
    code: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let loaded: Promise<void> | undefined;

/**
 * Runs Prisma's schema engine (WebAssembly) on the given database. Prisma's CLI would download the
 * native engine, which closed networks do not allow.
 */
export async function withEngine<Result>(
  url: string,
  work: (engine: bindings.SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loaded ??= loadWasm();
  await loaded;
  const { files } = readSchema(schemaDirectory);
  const factory = new MigrationAdapterFactory(url);
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels: files.map(({ path, content }) => [path, content]) },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    return await work(engine);
  } finally {
    await factory.close();
  }
}

// The package imports its .wasm file as a module, which requires a flag of Node.js.
async function loadWasm(): Promise<void> {
  const wasm = await readFile(bindingsPath.replace(/\.js$/, '.wasm'));
  const imports = { './schema_engine_bg.js': withoutWaitingTimers(bindings) };
  const { instance } = await WebAssembly.instantiate(wasm, imports);
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  // Receives the message of an engine panic.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
}

// The engine never clears the timeout of its lock, which would delay the exit of the process by ten
// seconds.
function withoutWaitingTimers(functions: object): object {
  const names = Object.keys(functions).filter((name) => name.startsWith('__wbg_setTimeout_'));
  const start = (callback: () => void, ms: number) => setTimeout(callback, ms >>> 0).unref();
  return { ...functions, ...Object.fromEntries(names.map((name) => [name, start])) };
}

function reportPanic(message: string): never {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}
