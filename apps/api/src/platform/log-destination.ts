import type { DestinationStream } from 'pino';

interface RequestLine {
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
  msg?: string;
}

/**
 * Where the log goes: to a terminal as lines that are easy to read, anywhere else as JSON, which
 * undefined stands for.
 */
export async function openLogDestination(output: {
  isTTY?: boolean;
  write: (line: string) => unknown;
}): Promise<DestinationStream | undefined> {
  if (output.isTTY !== true) return undefined;
  // Loaded only for a terminal, as a start has to wait for it.
  const { prettyFactory } = await import('pino-pretty');
  const toLine = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    ignore: 'method,route,status,ms',
    messageFormat: (record) => describe(record),
  });
  return { write: (record) => void output.write(toLine(record)) };
}

function describe({ method, route, status, ms, msg }: RequestLine): string {
  if (method === undefined) return msg ?? '';
  return `${method} ${route} ${status ?? 'cut off'} ${ms} ms`;
}
