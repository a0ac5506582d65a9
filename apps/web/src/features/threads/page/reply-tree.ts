import { replyLevelMax } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';

/** The number of characters that each level adds to `threadPath`. */
const pathSegmentLength = 32;

/** A row of the reply tree: a reply, or a placeholder for one that the viewer may not see. */
export interface TreeRow {
  id: string;
  reply: Thread | null;
  /** True if the row above it in the tree is its parent. */
  isParentShown: boolean;
  /** The level below the main thread: 1 for a direct reply. */
  depth: number;
  /** Depths at which another reply to the same parent follows further down. */
  openDepths: number[];
  hasReplies: boolean;
}

type PositionedReply = Pick<TreeRow, 'id' | 'reply' | 'isParentShown' | 'depth'>;

/** Lays out replies, which are in reading order, as the rows of a tree. */
export function layOutReplyTree(main: Thread, replies: readonly Thread[]): TreeRow[] {
  const positioned = positionReplies(main, replies);
  const rows: TreeRow[] = [];
  const open = new Set<number>();
  // Backwards, because the lines of a row depend on the rows below it.
  for (const row of positioned.toReversed()) {
    const { depth } = row;
    const hasReplies = open.has(depth + 1);
    for (let below = depth + 1; open.has(below); below += 1) open.delete(below);
    rows.push({ ...row, openDepths: [...open].toSorted((a, b) => a - b), hasReplies });
    open.add(depth);
  }
  return rows.toReversed();
}

function positionReplies(main: Thread, replies: readonly Thread[]): PositionedReply[] {
  const positioned: PositionedReply[] = [];
  /** The ids of the last row and its ancestors, by depth. */
  const ancestors = [main.id];
  const addRow = (row: PositionedReply) => {
    positioned.push(row);
    ancestors.splice(row.depth, Infinity, row.id);
  };
  for (const reply of replies) {
    if (reply.isDeleted && reply.repliesCount === 0) continue;
    const parentId = reply.parentThreadId ?? hiddenParentKey(reply);
    const depth = Math.min(replyLevelMax, Math.max(1, reply.threadLevel - main.threadLevel));
    const above = ancestors[depth - 1];
    // On the last level, a reply to another reply of that level has the same depth as its parent.
    const isParentAbove = above === parentId || reply.threadLevel === replyLevelMax;
    if (depth > 1 && !(above !== undefined && isParentAbove)) {
      addRow({
        id: parentId,
        reply: null,
        isParentShown: true,
        depth: Math.min(depth - 1, ancestors.length),
      });
    }
    const shownDepth = Math.min(depth, ancestors.length);
    const isParentShown = ancestors[shownDepth - 1] === parentId;
    addRow({ id: reply.id, reply, isParentShown, depth: shownDepth });
  }
  return positioned;
}

/** A key for a hidden parent with an unknown id: the path without the reply's own segment. */
function hiddenParentKey({ threadPath }: Thread): string {
  return threadPath.slice(0, -pathSegmentLength);
}
