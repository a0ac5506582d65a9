import { classNames } from '../../../lib/class-names.ts';
import type { TreeRow } from './reply-tree.ts';
import { ThreadCard } from '../card/thread-card.tsx';
import type { CardPlace } from '../list/thread-list-cards.tsx';
import { ThreadStub } from '../card/thread-stub.tsx';
import { TreeLines, indentOf } from './tree-lines.tsx';

interface ReplyRowProps {
  row: TreeRow;
  place: CardPlace;
}

/** A reply at its place in the tree. A hairline parts one answer and all below it from the next. */
export function ReplyRow({ row, place }: ReplyRowProps) {
  const { reply, isAnswerPlain, depth, openDepths, hasReplies } = row;
  const isLastOfBranch = !hasReplies && !openDepths.some((open) => open > 1);
  return (
    <div
      className={classNames(
        'relative [--tree-elbow:0.375rem] [--tree-stem:1.375rem] [--tree-step:0.75rem] sm:[--tree-elbow:0.625rem] sm:[--tree-stem:2.1875rem] sm:[--tree-step:2rem] [&_article]:border-b-0',
        isLastOfBranch && 'border-b border-line',
      )}
    >
      <TreeLines {...row} />
      <div style={{ paddingLeft: indentOf(depth) }}>
        {reply === null || reply.isDeleted ? (
          <ThreadStub isDeleted={reply !== null} {...place} />
        ) : (
          <ThreadCard thread={reply} isAnswerPlain={isAnswerPlain} {...place} />
        )}
      </div>
    </div>
  );
}
