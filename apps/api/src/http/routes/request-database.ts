import type { Replicas } from '@skein/db/replicas';
import type { RoutePolicy } from '@skein/contracts/http';
import type { Request, Response } from 'express';
import type { Bus, Signal } from '../../platform/events/bus.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CursorCipher } from './cursor-cipher.ts';

interface HandledRequest {
  route: RoutePolicy;
  viewer: Viewer | undefined;
  request: Request;
  response: Response;
}

/** Runs a handler with the database that its reads use. */
export type RunWithDatabase = <Result>(
  handled: HandledRequest,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Carries the position of the latest write of a browser. It grants nothing. */
const cookieName = 'skein_position';
const cookiePath = '/api';
const cookieScope = { route: { id: cookieName } };

interface RequestDatabaseOptions {
  replicas: Replicas;
  /** The key of positions that apply to all users. */
  everyone: string;
  bus: Bus;
  cursorCipher: CursorCipher;
  isHttps: boolean;
}

/**
 * Chooses between primary and replica once per request. A user reads from a replica only after it has
 * replayed the user's latest write. Its position is in a cookie, so that other servers know it at
 * once; without the cookie, the primary is asked for its current position.
 */
export function createRequestDatabase(options: RequestDatabaseOptions): RunWithDatabase {
  const { replicas, everyone, bus } = options;
  bus.subscribe({
    onSignal: (signal) => applySignal(replicas, signal),
    onGapEnded: () => replicas.markChanged([everyone]),
  });
  const cookie = createPositionCookie(options);

  return async (handled, work) => {
    const { route, viewer } = handled;
    if (route.method !== 'GET') return runWrite(handled, work);
    if (viewer === undefined || route.reads !== 'replica') return work();
    const known = cookie.read(handled);
    const after = known ?? (await replicas.findPosition());
    if (known === undefined) cookie.write(handled, after);
    return replicas.read({ userId: viewer.userId, after }, work);
  };

  async function runWrite<Result>(handled: HandledRequest, work: () => Promise<Result>) {
    const { route, viewer } = handled;
    const users = [
      ...(viewer === undefined ? [] : [viewer.userId]),
      ...(route.awaitedBy === 'viewer' ? [] : [everyone]),
    ];
    try {
      return await work();
    } finally {
      // This runs after an error too, because the error may have followed a commit.
      const position = await replicas.findPosition().catch(() => undefined);
      if (position === undefined) {
        replicas.markChanged(users);
        cookie.clear(handled);
      } else {
        replicas.require(users, position);
        if (users.length > 0) bus.publish({ kind: 'written', users, position });
        cookie.write(handled, position);
      }
    }
  }
}

/** Users who are notified of something must find it when they look. */
function applySignal(replicas: Replicas, signal: Signal): void {
  switch (signal.kind) {
    case 'written':
      replicas.require(signal.users, signal.position);
      break;
    case 'message':
    case 'message-changed':
    case 'message-deleted':
    case 'read':
    case 'conversation':
    case 'notification':
      replicas.markChanged(signal.userIds);
      break;
    default:
      break;
  }
}

/** Encrypted, because the position shows how much is written on the instance. */
function createPositionCookie({ cursorCipher, isHttps }: RequestDatabaseOptions) {
  const attributes = {
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps,
    path: cookiePath,
  } as const;
  return {
    /** Undefined without a cookie of this viewer. */
    read({ request, viewer }: HandledRequest): number | undefined {
      const cursor = findCookie(request);
      if (cursor === undefined) return undefined;
      try {
        const position = cursorCipher.decryptQuery({ ...cookieScope, viewer }, { cursor }).cursor;
        return Number.isFinite(Number(position)) ? Number(position) : undefined;
      } catch {
        return undefined;
      }
    },
    write({ response, viewer }: HandledRequest, position: number): void {
      if (viewer === undefined) return;
      const page = { nextCursor: String(position) };
      const { nextCursor } = cursorCipher.encryptPage({ ...cookieScope, viewer }, page);
      response.cookie(cookieName, nextCursor, attributes);
    },
    clear: ({ response }: HandledRequest) => void response.clearCookie(cookieName, attributes),
  };
}

function findCookie(request: Request): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === cookieName && value !== '') return value;
  }
  return undefined;
}
