/** PostgreSQL's codes for: it went away, is full, is starting or stopping, or took too long. */
const outageSqlStates = /^(?:08...|53...|57P0[1-5]|57014|25P0[34]|55P03|40001|40P01)$/;

/** Codes of the operating system, of `pg` and of Prisma that mean the same. */
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The machine itself is gone, as the address of a stopped container is.
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  // No file or socket more can be opened until others are closed.
  'EMFILE',
  'ENFILE',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
]);

/** What Prisma's adapter makes of an error that comes outside any query, as one of a BEGIN does. */
const outageKinds = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TransactionAlreadyClosed',
]);

const outageTexts =
  /timeout exceeded when trying to connect|connection terminated|not queryable|can't reach database|query read timeout|server has closed the connection/i;

/**
 * True when an error says that a store is away or too busy, not that a request was wrong.
 * Looks through the chain of causes, since each layer wraps the one below.
 */
export function isOutage(error: unknown): boolean {
  for (let depth = 0, current = error; depth < 6 && isObject(current); depth += 1) {
    const { code, originalCode, kind, message } = current;
    if ([code, originalCode].some(isOutageCode)) return true;
    if (typeof kind === 'string' && outageKinds.has(kind)) return true;
    if (typeof message === 'string' && outageTexts.test(message)) return true;
    current = current['cause'] ?? driverError(current['meta']);
  }
  return false;
}

/** Prisma keeps what the driver said of a raw query beside the chain of causes. */
function driverError(meta: unknown): unknown {
  return isObject(meta) ? meta['driverAdapterError'] : undefined;
}

function isOutageCode(code: unknown): boolean {
  return typeof code === 'string' && (outageCodes.has(code) || outageSqlStates.test(code));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
