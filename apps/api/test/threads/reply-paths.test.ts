import { listReplies } from '@skein/contracts/threads';
import type { Thread } from '@skein/contracts/threads';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';

let api: TestApi;
let ann: User;

beforeAll(async () => {
  // One user sends more requests than allowed.
  api = await startTestApi({ limits: 'off' });
  ann = await createUser(api);
});

afterAll(() => api.close());

interface Node {
  id: string;
  level: number;
  replies: Node[];
}

/** The reading order: a reply, then all replies below it, older siblings first. */
function readInOrder(node: Node): string[] {
  return node.replies.flatMap((child) => [child.id, ...readInOrder(child)]);
}

/** Generates a tree of replies to random parents. Replies to level 5 are also on level 5. */
async function publishTree(parentChoices: readonly number[]): Promise<Node> {
  const root = await publish(api, ann, { fields: { content: 'Root' } });
  const nodes: { node: Node; above: Node | null }[] = [
    { node: { id: root.id, level: 0, replies: [] }, above: null },
  ];
  const [top] = nodes;
  for (const choice of parentChoices) {
    const target = nodes[choice % nodes.length] ?? top;
    if (target === undefined) break;
    const fields = { content: 'Reply', parentThreadId: target.node.id };
    const reply = await publish(api, ann, { fields });
    const parent = target.node.level === 5 ? (target.above ?? target.node) : target.node;
    const node = { id: reply.id, level: reply.threadLevel, replies: [] };
    expect(reply.threadLevel).toBe(parent.level + 1);
    expect(reply.threadPath.length).toBeLessThanOrEqual(400);
    parent.replies.push(node);
    nodes.push({ node, above: parent });
  }
  return top?.node ?? { id: root.id, level: 0, replies: [] };
}

async function listAll(id: string, size: number): Promise<Thread[]> {
  const found: Thread[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: Record<string, string> = { size: String(size), ...(cursor && { cursor }) };
    const request = api.request.get(`/api/threads/${id}/replies`).set(ann.auth).query(query);
    const page = listReplies.response.parse((await request.expect(200)).body);
    found.push(...page.content);
    cursor = page.nextCursor;
  }
  return found;
}

describe('sorting replies by path', () => {
  it('gives the reading order of any tree', { timeout: 60_000 }, async () => {
    // High numbers give deep trees: many replies to the latest reply.
    const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(choices, fc.integer({ min: 2, max: 9 }), async (parentChoices, size) => {
        const root = await publishTree(parentChoices);
        const listed = await listAll(root.id, size);
        expect(listed.map(({ id }) => id)).toEqual(readInOrder(root));
        const paths = listed.map(({ threadPath }) => threadPath);
        expect(paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(
          paths,
        );
        for (const branch of root.replies.slice(0, 3)) {
          const inBranch = await listAll(branch.id, size);
          expect(inBranch.map(({ id }) => id)).toEqual(readInOrder(branch));
        }
      }),
      { numRuns: 12 },
    );
  });

  it('gives the reading order of a chain on the deepest level', async () => {
    const chain = Array.from({ length: 9 }, (_, index) => index);
    const root = await publishTree([...chain, 6, 7]);
    const listed = await listAll(root.id, 3);
    expect(listed.map(({ id }) => id)).toEqual(readInOrder(root));
  });
});
