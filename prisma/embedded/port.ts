import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

const host = '127.0.0.1';

/** Returns the port stored in the file if it is free, otherwise another free port. */
export async function choosePort(file: string): Promise<number> {
  const remembered = readPort(file);
  if (remembered !== undefined && (await isFree(remembered))) return remembered;
  const port = await listenOnce(0);
  writeFileSync(file, `${port}\n`);
  return port;
}

export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

/** The stored port, or undefined. */
export function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65536 ? port : undefined;
  } catch {
    return undefined;
  }
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : port;
}
