import { replyLevelMax } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';

/** Digits that each reply adds to the path of its parent. */
const pathSegmentLength = 32;

/** One line of a conversation: a reply, or the place of one that the viewer is not shown. */
export interface TreeRow {
  id: string;
  reply: Thread | null;
  /** The tree tells what it answers. */
  isAnswerPlain: boolean;
  /** How far below the thread that the page is about: 1 answers it. */
  depth: number;
  /** At which depths replies to the same thread follow further down. */
  openDepths: number[];
  hasReplies: boolean;
}

type PlacedReply = Pick<TreeRow, 'id' | 'reply' | 'isAnswerPlain' | 'depth'>;

/** What stands below a thread as the lines of a tree. `replies` come in reading order. */
export function layOutReplies(main: Thread, replies: readonly Thread[]): TreeRow[] {
  const placed = placeReplies(main, replies);
  const rows: TreeRow[] = [];
  const open = new Set<number>();
  // From the end: what a line leads to is only known from there.
  for (const row of placed.toReversed()) {
    const { depth } = row;
    const hasReplies = open.has(depth + 1);
    for (let below = depth + 1; open.has(below); below += 1) open.delete(below);
    rows.push({ ...row, openDepths: [...open].toSorted((a, b) => a - b), hasReplies });
    open.add(depth);
  }
  return rows.toReversed();
}

function placeReplies(main: Thread, replies: readonly Thread[]): PlacedReply[] {
  const placed: PlacedReply[] = [];
  /** Whom a next row answers, by depth. */
  const ancestors = [main.id];
  const place = (row: PlacedReply) => {
    placed.push(row);
    ancestors.splice(row.depth, Infinity, row.id);
  };
  for (const reply of replies) {
    if (reply.isDeleted && reply.repliesCount === 0) continue;
    const parentId = reply.parentThreadId ?? toHiddenParent(reply);
    const depth = Math.min(replyLevelMax, Math.max(1, reply.threadLevel - main.threadLevel));
    const above = ancestors[depth - 1];
    // On the last level a reply also stands below another one of the same level.
    const isAnswerThere = above === parentId || reply.threadLevel === replyLevelMax;
    if (depth > 1 && !(above !== undefined && isAnswerThere)) {
      place({
        id: parentId,
        reply: null,
        isAnswerPlain: true,
        depth: Math.min(depth - 1, ancestors.length),
      });
    }
    const shownDepth = Math.min(depth, ancestors.length);
    const isAnswerPlain = ancestors[shownDepth - 1] === parentId;
    place({ id: reply.id, reply, isAnswerPlain, depth: shownDepth });
  }
  return placed;
}

/** The same for all replies to one hidden thread, whose id is not known: the path without their own part. */
function toHiddenParent({ threadPath }: Thread): string {
  return threadPath.slice(0, -pathSegmentLength);
}
