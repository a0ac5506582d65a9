import type { DestinationStream } from 'pino';

interface LogRecord {
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
  msg?: string;
}

/**
 * Returns a destination with readable lines if the output is a terminal, else undefined for JSON.
 */
export async function openLogDestination(output: {
  isTTY?: boolean;
  write: (line: string) => unknown;
}): Promise<DestinationStream | undefined> {
  if (output.isTTY !== true) return undefined;
  // Imported only for terminals to keep the start fast.
  const { prettyFactory } = await import('pino-pretty');
  const toLine = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    ignore: 'method,route,status,ms',
    messageFormat: (record) => describe(record),
  });
  return { write: (record) => void output.write(toLine(record)) };
}

function describe({ method, route, status, ms, msg }: LogRecord): string {
  if (method === undefined) return msg ?? '';
  return `${method} ${route} ${status ?? 'aborted'} ${ms} ms`;
}
