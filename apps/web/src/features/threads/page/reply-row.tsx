import { classNames } from '../../../lib/class-names.ts';
import type { TreeRow } from './reply-tree.ts';
import { ThreadCard } from '../card/thread-card.tsx';
import type { ListItemProps } from '../list/thread-list-cards.tsx';
import { ThreadStub } from '../card/thread-stub.tsx';
import { TreeLines, getIndent } from './tree-lines.tsx';

interface ReplyRowProps {
  row: TreeRow;
  itemProps: ListItemProps;
}

/** A reply in the tree. A line separates the branches below the main thread. */
export function ReplyRow({ row, itemProps }: ReplyRowProps) {
  const { reply, isParentShown, depth, openDepths, hasReplies } = row;
  const isLastOfBranch = !hasReplies && !openDepths.some((open) => open > 1);
  return (
    <div
      className={classNames(
        'relative [--tree-elbow:0.375rem] [--tree-stem:1.375rem] [--tree-step:0.75rem] sm:[--tree-elbow:0.625rem] sm:[--tree-stem:2.1875rem] sm:[--tree-step:2rem] [&_article]:border-b-0',
        isLastOfBranch && 'border-b border-line',
      )}
    >
      <TreeLines {...row} />
      <div style={{ paddingLeft: getIndent(depth) }}>
        {reply === null || reply.isDeleted ? (
          <ThreadStub isDeleted={reply !== null} {...itemProps} />
        ) : (
          <ThreadCard thread={reply} isParentShown={isParentShown} {...itemProps} />
        )}
      </div>
    </div>
  );
}
