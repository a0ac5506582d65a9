import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MigrationAdapterFactory } from './adapter.ts';
import { readSchema, schemaDirectory } from './files.ts';

const bindingsPath = createRequire(import.meta.url).resolve(
  '@prisma/schema-engine-wasm/schema_engine_bg',
);

/** What of WebAssembly is used here; Node.js has it, but its types do not name it. */
declare const WebAssembly: {
  instantiate(
    code: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let loaded: Promise<void> | undefined;

/**
 * Lets Prisma's own schema engine, as WebAssembly, work on the given database. The native engine
 * of Prisma's CLI would have to be fetched from a host of Prisma's, which closed networks cannot
 * reach.
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

// The package imports its .wasm file as a module, which Node.js does only behind a flag.
async function loadWasm(): Promise<void> {
  const wasm = await readFile(bindingsPath.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  // Where the engine leaves its last words; without it a panic is a nameless trap.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
}

function reportPanic(message: string): never {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}
