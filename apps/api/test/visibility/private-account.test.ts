import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isId, newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { listMastodonRoutes } from '../mastodon/routes.ts';
import { unzip } from '../support/http/unzip.ts';
import { copyWebPage } from '../support/http/web-page.ts';
import {
  createLimitedAccount,
  createPrivateAccount,
  createPublicAccount,
  limitAudience,
} from './private-account.ts';
import type { PrivateAccountScenario, Target, Viewer } from './private-account.ts';
import { listReads, listWrites } from './request-table.ts';
import type { Row, TestRequest } from './request-row.ts';

let api: TestApi;
let site: Awaited<ReturnType<typeof copyWebPage>>;
let scenario: PrivateAccountScenario;
/** The tests of audiences share it, because nobody may change it. */
let publicAccount: PrivateAccountScenario;

const kinds = 'anonymous stranger pending ex-follower blocked blocker mentioned'.split(' ');

/** More save no time, because the server has one thread. */
const readsAtOnce = 8;

const missingTarget: Target = {
  userId: newId(),
  username: 'nonexistent',
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
  // Each user sends every request.
  api = await startTestApi({ limits: 'off', settings: { siteDirectory: site.directory } });
  scenario = await createPrivateAccount(api);
}, 60_000);

afterAll(async () => {
  await api.close();
  await site.remove();
});

interface TestResponse {
  status: number;
  /** Headers and body in lower case; for an archive, all of its files. */
  text: string;
  /** Status and body without the request id. */
  comparable: string;
}

async function send(viewer: Viewer, request: TestRequest): Promise<TestResponse> {
  const { method, path, body, isPage = false } = request;
  const response = await fetch(`http://127.0.0.1:${api.port}${isPage ? '' : '/api'}${path}`, {
    method,
    headers: {
      ...viewer.user?.auth,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await readContent(response);
  const isArchive = response.headers.get('content-type') === 'application/zip';
  const parts = isArchive ? [...(await unzip(content)).entries()].flat() : [content];
  const responseBody = parts.map(String).join('\n');
  return {
    status: response.status,
    text: `${JSON.stringify([...response.headers])}\n${responseBody}`.toLowerCase(),
    comparable: `${response.status} ${responseBody.replace(/"requestId":"[^"]*"/, '')}`,
  };
}

/** For an event stream, which does not end, only its beginning. */
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

function getViewer(kind: string): Viewer {
  const viewer = scenario.viewers.find((candidate) => candidate.kind === kind);
  if (viewer === undefined) throw new Error(`There is no ${kind}.`);
  return viewer;
}

/** The words and addresses in a response that the viewer may not see. */
function findLeaks(
  { kind, user, canRead }: Viewer,
  { path }: TestRequest,
  { text }: TestResponse,
): string[] {
  const emails = scenario.users.filter(({ id }) => id !== user?.id).map(({ email }) => email);
  const secrets = [
    ...emails,
    ...(kind === 'owner' ? [] : scenario.ownerContent),
    ...(canRead ? [] : scenario.followerContent.flatMap(spellings)),
    ...(kind === 'blocked' && !scenario.isAccountVisible
      ? [scenario.owner.name, scenario.owner.username]
      : []),
  ];
  // A response may repeat the path of the request.
  const isRevealed = (word: string) => text.includes(word) && !path.includes(word);
  return secrets.map((secret) => secret.toLowerCase()).filter(isRevealed);
}

/** Thread paths contain ids without hyphens. */
function spellings(secret: string): string[] {
  return isId(secret) ? [secret, secret.replaceAll('-', '')] : [secret];
}

async function findReadProblems(viewer: Viewer) {
  const rows = Object.values(listReads(scenario.target, scenario.publicThreadId));
  const responses = await pLimit(readsAtOnce).map(
    rows.flatMap(({ requests }) => requests),
    async (request) => ({ request, response: await send(viewer, request) }),
  );
  return {
    problems: responses.flatMap((sent) => findProblems(viewer, sent.request, sent.response)),
    text: responses.map(({ response }) => response.text).join(''),
  };
}

/** The differences of reads, whose order does not matter. */
function findReadDifferences(viewer: Viewer, missing = missingTarget): Promise<string[]> {
  const { target, publicThreadId } = scenario;
  const missingReads = listReads(missing, publicThreadId);
  return findDifferences(viewer, listReads(target, publicThreadId), missingReads, readsAtOnce);
}

/** Responses with hidden content, or other ones than for content that does not exist. */
async function findDifferences(
  viewer: Viewer,
  real: Record<string, Row>,
  missingRows: Record<string, Row>,
  requestsAtOnce = 1,
): Promise<string[]> {
  const pairs = Object.entries(real).flatMap(([id, { refersTo, requests }]) => {
    // Visitors see neither the threads nor the account.
    const isUserUnknown = viewer.kind === 'blocked' || viewer.user === null;
    const isUnknown = refersTo === 'hidden' || (refersTo === 'user' && isUserUnknown);
    return requests.map((request, index) => ({
      request,
      missingRequest: isUnknown && isHidden(request) ? missingRows[id]?.requests[index] : undefined,
    }));
  });
  const problems = await pLimit(requestsAtOnce).map(pairs, async ({ request, missingRequest }) => {
    const missing = missingRequest && (await send(viewer, missingRequest));
    const response = await send(viewer, request);
    const isDifferent = missing !== undefined && response.comparable !== missing.comparable;
    return [
      ...findProblems(viewer, request, response),
      ...(isDifferent
        ? [`${request.path}: ${response.comparable} is not ${missing.comparable}`]
        : []),
    ];
  });
  return problems.flat();
}

function isHidden(request: TestRequest): boolean {
  return !scenario.isAccountVisible || refersToThread(request);
}

function refersToThread(request: TestRequest): boolean {
  const { threadId, pollThreadId, replyId } = scenario.target;
  const text = JSON.stringify(request);
  return [threadId, pollThreadId, replyId].some((id) => text.includes(id));
}

function findProblems(viewer: Viewer, request: TestRequest, response: TestResponse): string[] {
  const { method, path } = request;
  const problems = findLeaks(viewer, request, response);
  if (response.status >= 500) problems.push(String(response.status));
  return problems.map((problem) => `${method} ${path}: ${problem}`);
}

interface Operation {
  operationId: string;
}

describe('the request table', () => {
  it('has a row for every route', async () => {
    const response = await api.request.get('/api/openapi.json').expect(200);
    const { paths } = response.body as { paths: Record<string, Record<string, Operation>> };
    const contractIds = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const ids = [...contractIds, ...listMastodonRoutes(api.services).map(({ id }) => id)];
    const rows = { ...listReads(missingTarget, ''), ...listWrites(missingTarget) };
    expect(ids.filter((id) => !(id in rows))).toEqual([]);
  });
});

// The requests of all viewers share the time.
describe('the content of a private account', { timeout: 180_000 }, () => {
  it.each(['approved', 'owner'])('is completely visible to the %s', async (kind) => {
    const { problems, text } = await findReadProblems(getViewer(kind));
    expect(problems).toEqual([]);
    const words = kind === 'owner' ? scenario.ownerContent : [];
    expect([...scenario.followerContent, ...words].filter((word) => !text.includes(word))).toEqual(
      [],
    );
  });

  it.each(kinds)(
    'looks to the %s in every response like content that does not exist',
    async (kind) => {
      expect(await findReadDifferences(getViewer(kind))).toEqual([]);
    },
  );

  it.concurrent.each(kinds)('is not revealed by any write request of the %s', async (kind) => {
    const rows = Object.entries(listWrites(scenario.target));
    // Requests that do not name the content have the same responses for all of them.
    const sent = rows.filter(
      ([, { refersTo }]) => kind === 'ex-follower' || refersTo !== 'nothing',
    );
    const problems = await findDifferences(
      getViewer(kind),
      Object.fromEntries(sent),
      listWrites(missingTarget),
    );
    expect(problems).toEqual([]);
  });

  it('is unchanged after all requests', async () => {
    const { problems, text } = await findReadProblems(getViewer('approved'));
    expect(problems).toEqual([]);
    expect(scenario.followerContent.filter((word) => !text.includes(word))).toEqual([]);
  });
});

describe('the content of a limited account', () => {
  beforeAll(async () => {
    await api.close();
    api = await startTestApi({ limits: 'off', settings: { siteDirectory: site.directory } });
    scenario = await createLimitedAccount(api);
  }, 60_000);

  it('is completely visible to followers', async () => {
    const { problems, text } = await findReadProblems(getViewer('approved'));
    expect(problems).toEqual([]);
    expect(scenario.followerContent.filter((word) => !text.includes(word))).toEqual([]);
  });

  it.each(['anonymous', 'ex-follower', 'mentioned'])(
    'looks to the %s in every response like content that does not exist',
    async (kind) => {
      expect(await findReadDifferences(getViewer(kind))).toEqual([]);
    },
  );
});

describe('the content of an account that is not shown outside', () => {
  beforeAll(async () => {
    const data = { limitedAt: null, isShownOutside: false };
    await api.database.user.update({ where: { id: scenario.owner.id }, data });
  });

  it('looks to a visitor in every response like content that does not exist', async () => {
    expect(await findReadDifferences(getViewer('anonymous'))).toEqual([]);
  });
});

describe('the content of a public account of another server', () => {
  beforeAll(async () => {
    const { id, username: name } = scenario.owner;
    const username = `${name}@other.example`;
    await api.database.$executeRaw`
      UPDATE users SET username = ${username}, domain = 'other.example', email = NULL,
        email_proven_at = NULL, password_hash = NULL, is_shown_outside = false, message_permission = 'nobody'
      WHERE id = ${id}::uuid`;
    scenario = { ...scenario, target: { ...scenario.target, username } };
  });

  it('looks in every response like content that does not exist to a former follower who has blocked the server', async () => {
    const viewer = getViewer('ex-follower');
    const { text } = await findReadProblems(viewer);
    expect(text).toContain('zorbathread');
    const block = { userId: viewer.user?.id ?? '', domain: 'other.example' };
    await api.database.serverBlock.create({ data: block });
    expect(await findReadDifferences(viewer)).toEqual([]);
  });
});

describe.each(['followers', 'mentioned'] as const)(
  'a thread of a public account for %s',
  (audience) => {
    beforeAll(async () => {
      if (audience === 'followers') {
        await api.close();
        api = await startTestApi({ limits: 'off', settings: { siteDirectory: site.directory } });
        publicAccount = await createPublicAccount(api);
      }
      scenario = await limitAudience(api, publicAccount, audience);
    }, 60_000);

    const isFollowers = audience === 'followers';
    const strangers = isFollowers
      ? ['anonymous', 'ex-follower', 'blocked']
      : ['anonymous', 'ex-follower', 'approved'];

    it('is completely visible to its audience', async () => {
      const { problems, text } = await findReadProblems(
        getViewer(isFollowers ? 'approved' : 'owner'),
      );
      expect(problems).toEqual([]);
      expect(scenario.followerContent.filter((word) => !text.includes(word))).toEqual([]);
    });

    it('is visible to a mentioned user, but the others of its author are not', async () => {
      const mentioned = getViewer('mentioned');
      const { threadId, mediaUrl } = scenario.target;
      const isOfOthers = (word: string) =>
        !['zorbathread', 'zorbatag', 'zorbaalt', 'zorbaearlier', threadId].includes(word) &&
        !mediaUrl.includes(word) &&
        // Replies to the thread name its author.
        !word.startsWith('"replyingto"');
      const others = scenario.followerContent.filter(isOfOthers);
      const { text } = await findReadProblems(mentioned);
      expect(text).toContain('zorbaalt');
      expect(others.filter((word) => text.includes(word))).toEqual([]);
    });

    it.each(strangers)(
      'looks to the %s in every response like one that does not exist',
      async (kind) => {
        const { userId } = scenario.target;
        const missing = { ...missingTarget, userId };
        expect(await findReadDifferences(getViewer(kind), missing)).toEqual([]);
        // The others change the relation to the account, which is visible.
        const writes = Object.entries(listWrites(scenario.target)).map(([id, row]) => {
          return [id, { ...row, requests: row.requests.filter(refersToThread) }] as const;
        });
        const missingWrites = listWrites(missing);
        expect(
          await findDifferences(getViewer(kind), Object.fromEntries(writes), missingWrites),
        ).toEqual([]);
      },
    );
  },
);

describe('an unlisted thread of a public account', () => {
  beforeAll(async () => {
    scenario = await limitAudience(api, publicAccount, 'unlisted');
    // Public quotes show it.
    await api.database.thread.updateMany({
      where: { quotedId: { not: null } },
      data: { quotedId: null },
    });
  }, 60_000);

  /** Lists that users find without knowing the thread or its author, and the embeds of other sites. */
  const publicLists = [
    /feed=all/,
    /^\/threads\/(?:search|hashtag|trending)/,
    /^\/hashtags\//,
    /^\/v1\/(?:timelines\/(?:public|tag)|trends|tags|directory)/,
    /^\/v2\/search\?q=(?!http|@)/,
    /^\/hashtag\//,
    /\/feed\.(?:json|atom)$/,
    /sitemap|oembed|\/embed/,
  ];

  it.each(['anonymous', 'ex-follower'])(
    'is in no public list for the %s, but at its address',
    async (kind) => {
      const viewer = { ...getViewer(kind), canRead: false };
      const rows = Object.values(listReads(scenario.target, scenario.publicThreadId));
      const requests = rows.flatMap((row) => row.requests);
      const isListed = ({ path }: TestRequest) => publicLists.some((list) => list.test(path));
      const problems: string[] = [];
      for (const request of requests.filter(isListed)) {
        problems.push(...findProblems(viewer, request, await send(viewer, request)));
      }
      expect(problems).toEqual([]);
      const page = requests.find(({ path }) => path === `/thread/${scenario.target.threadId}`);
      const { text } = await send(viewer, page as TestRequest);
      expect(text).toContain('zorbathread');
      expect(text).toContain('noindex');
    },
  );
});
