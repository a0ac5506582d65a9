import { enableCompileCache } from 'node:module';

// Before anything else is loaded: what was stripped of its types once is kept for the next start.
enableCompileCache();

const { runServer } = await import('./run-server.ts');
await runServer(process.argv.slice(2));
