import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isId, newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { unzip } from '../support/http/unzip.ts';
import { copyWebPage } from '../support/http/web-page.ts';
import { createPrivateWorld } from './private-account.ts';
import type { PrivateWorld, Target, Viewer } from './private-account.ts';
import { listReads, listWrites } from './request-table.ts';
import type { Row, SweptRequest } from './request-table.ts';

let api: TestApi;
let site: Awaited<ReturnType<typeof copyWebPage>>;
let world: PrivateWorld;

const kinds = 'anonymous stranger pending rejected ex-follower blocked blocker mentioned'.split(
  ' ',
);

const nobody: Target = {
  userId: newId(),
  username: 'neverwas',
  threadId: newId(),
  pollThreadId: newId(),
  optionId: newId(),
  replyId: newId(),
  messageId: newId(),
  requestId: newId(),
  sessionId: newId(),
  mediaUrl: `/media/${'0'.repeat(32)}/original.webp`,
};

beforeAll(async () => {
  site = await copyWebPage();
  api = await startTestApi({ settings: { siteDirectory: site.directory } });
  world = await createPrivateWorld(api);
}, 60_000);

afterAll(async () => {
  await api.close();
  await site.remove();
});

interface Answer {
  status: number;
  /** Headers and body, in lower case; of an archive, all its files. */
  text: string;
  /** Status and body without what tells requests apart. */
  essence: string;
}

async function send(viewer: Viewer, request: SweptRequest): Promise<Answer> {
  const { method, path, body, isPage = false } = request;
  const response = await fetch(`http://127.0.0.1:${api.port}${isPage ? '' : '/api'}${path}`, {
    method,
    headers: {
      ...viewer.person?.auth,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await readContent(response);
  const isArchive = response.headers.get('content-type') === 'application/zip';
  const parts = isArchive ? [...(await unzip(content)).entries()].flat() : [content];
  const shown = parts.map(String).join('\n');
  return {
    status: response.status,
    text: `${JSON.stringify([...response.headers])}\n${shown}`.toLowerCase(),
    essence: `${response.status} ${shown.replace(/"requestId":"[^"]*"/, '')}`,
  };
}

/** Of a stream, which has no end, what it begins with. */
async function readContent(response: Response): Promise<Buffer> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) return Buffer.from(await response.arrayBuffer());
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('event: connected')) break;
  }
  return Buffer.from(text);
}

function viewerOf(kind: string): Viewer {
  const viewer = world.viewers.find((candidate) => candidate.kind === kind);
  if (viewer === undefined) throw new Error(`There is no ${kind}.`);
  return viewer;
}

/** The words and addresses in an answer that are not for the viewer. */
function findLeaks(
  { kind, person, mayRead }: Viewer,
  { path }: SweptRequest,
  { text }: Answer,
): string[] {
  const emails = world.people.filter(({ id }) => id !== person?.id).map(({ email }) => email);
  const secrets = [
    ...emails,
    ...(kind === 'owner' ? [] : world.ownersWords),
    ...(mayRead ? [] : world.readersWords.flatMap(spellings)),
    ...(kind === 'blocked' ? [world.owner.name, world.owner.username] : []),
  ];
  // What somebody asks with may come back to them.
  const isTold = (word: string) => text.includes(word) && !path.includes(word);
  return secrets.map((secret) => secret.toLowerCase()).filter(isTold);
}

/** An id is also part of paths, without hyphens. */
function spellings(secret: string): string[] {
  return isId(secret) ? [secret, secret.replaceAll('-', '')] : [secret];
}

async function sweepReads(viewer: Viewer) {
  const faults: string[] = [];
  let seen = '';
  for (const { requests } of Object.values(listReads(world.target, world.publicThreadId))) {
    for (const request of requests) {
      const answer = await send(viewer, request);
      faults.push(...findFaults(viewer, request, answer));
      seen += answer.text;
    }
  }
  return { faults, seen };
}

/** Requests that tell a real target from one that never was, though the viewer may know of neither. */
async function findDifferences(
  viewer: Viewer,
  real: Record<string, Row>,
  unreal: Record<string, Row>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [id, { names, requests }] of Object.entries(real)) {
    const isUnknown = names === 'hidden' || (names === 'person' && viewer.kind === 'blocked');
    for (const [index, request] of requests.entries()) {
      const twin = isUnknown ? unreal[id]?.requests[index] : undefined;
      const missing = twin && (await send(viewer, twin));
      const answer = await send(viewer, request);
      faults.push(...findFaults(viewer, request, answer));
      if (missing !== undefined && answer.essence !== missing.essence) {
        faults.push(`${request.path}: ${answer.essence} is not ${missing.essence}`);
      }
    }
  }
  return faults;
}

function findFaults(viewer: Viewer, request: SweptRequest, answer: Answer): string[] {
  const { method, path } = request;
  const faults = findLeaks(viewer, request, answer);
  if (answer.status >= 500) faults.push(String(answer.status));
  return faults.map((fault) => `${method} ${path}: ${fault}`);
}

interface Operation {
  operationId: string;
}

describe('the table', () => {
  it('has a row for every route there is', async () => {
    const answer = await api.request.get('/api/openapi.json').expect(200);
    const { paths } = answer.body as { paths: Record<string, Record<string, Operation>> };
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const rows = { ...listReads(nobody, ''), ...listWrites(nobody) };
    expect(ids.filter((id) => !(id in rows))).toEqual([]);
  });
});

describe('what a private account holds', () => {
  it.each(['approved', 'owner'])('is all to be seen by the %s', async (kind) => {
    const { faults, seen } = await sweepReads(viewerOf(kind));
    expect(faults).toEqual([]);
    const words = kind === 'owner' ? world.ownersWords : [];
    expect([...world.readersWords, ...words].filter((word) => !seen.includes(word))).toEqual([]);
  });

  it.each(kinds)('is nowhere to be read by the %s', async (kind) => {
    expect((await sweepReads(viewerOf(kind))).faults).toEqual([]);
  });

  it.each(kinds)('is to the %s what never was', async (kind) => {
    const real = listReads(world.target, world.publicThreadId);
    const unreal = listReads(nobody, world.publicThreadId);
    expect(await findDifferences(viewerOf(kind), real, unreal)).toEqual([]);
  });

  it.each(kinds)('comes out by nothing that the %s does', async (kind) => {
    const faults = await findDifferences(
      viewerOf(kind),
      listWrites(world.target),
      listWrites(nobody),
    );
    expect(faults).toEqual([]);
  });

  it('is still whole after all that', async () => {
    const { faults, seen } = await sweepReads(viewerOf('approved'));
    expect(faults).toEqual([]);
    expect(world.readersWords.filter((word) => !seen.includes(word))).toEqual([]);
  });
});
