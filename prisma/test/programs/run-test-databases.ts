// Starts the databases of a test run and a process that survives Ctrl+C, prints their directory and pids as
// JSON, and runs until it is killed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { startTestDatabases } from '../../testing/index.ts';

const { preparedDirectory } = await startTestDatabases();
const program = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
const directory = path.dirname(preparedDirectory);
process.stdout.write(`${JSON.stringify({ directory, pid: program.pid })}\n`);
setInterval(() => undefined, 60_000);
