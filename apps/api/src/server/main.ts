import { enableCompileCache } from 'node:module';

// Before anything else is loaded: what was stripped of its types once is kept for the next start,
// and a signal may come while the rest is loaded.
enableCompileCache();
const stopping = new AbortController();
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(name, () => stopping.abort());
}

const { runServer } = await import('./run-server.ts');
await runServer(process.argv.slice(2), stopping.signal);
