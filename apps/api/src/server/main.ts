import { enableCompileCache } from 'node:module';

// Before the imports: the compile cache speeds up later starts, and a signal may arrive during them.
enableCompileCache();
const stopping = new AbortController();
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(name, () => stopping.abort());
}

const { runServer } = await import('./run-server.ts');
await runServer(process.argv.slice(2), stopping.signal);
