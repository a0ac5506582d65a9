/**
 * SQLSTATE codes for a lost connection, exhausted resources, startup, shutdown and timeouts, and for a
 * server that is not the primary: 25006 for a write, 55000 for the position of its WAL.
 */
const outageSqlStates = /^(?:08...|53...|57P0[1-5]|57014|25006|25P0[34]|55000|55P03|40001|40P01)$/;

/** Corresponding codes of the operating system, `pg` and Prisma. */
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The host is unreachable, for example a stopped container.
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  // Too many open files.
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

/** Error kinds of Prisma's driver adapter for errors outside a query, for example of a BEGIN. */
const outageKinds = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TransactionAlreadyClosed',
]);

const outageMessages =
  /timeout exceeded when trying to connect|connection terminated|not queryable|can't reach database|query read timeout|server has closed the connection/i;

/**
 * True when an error means that the database or another store is unavailable or overloaded. Searches
 * the chain of causes, because each layer wraps the errors of the layer below.
 */
export function isOutage(error: unknown): boolean {
  for (let depth = 0, current = error; depth < 6 && isObject(current); depth += 1) {
    const { code, originalCode, kind, message } = current;
    if ([code, originalCode].some(isOutageCode)) return true;
    if (typeof kind === 'string' && outageKinds.has(kind)) return true;
    if (typeof message === 'string' && outageMessages.test(message)) return true;
    current = current['cause'] ?? driverError(current['meta']);
  }
  return false;
}

/** For raw queries, Prisma stores the driver's error in `meta` instead of `cause`. */
function driverError(meta: unknown): unknown {
  return isObject(meta) ? meta['driverAdapterError'] : undefined;
}

function isOutageCode(code: unknown): boolean {
  return typeof code === 'string' && (outageCodes.has(code) || outageSqlStates.test(code));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
