import type { TreeRow } from './reply-tree.ts';

/** How far a reply of this depth stands to the right; the steps are set where the tree begins. */
export const indentOf = (depth: number) => `calc(var(--tree-step) * ${depth - 1})`;

const stemOf = (depth: number) => ({ left: `calc(var(--tree-stem) + ${indentOf(depth)})` });

/** The lines that tie a reply to what it answers and to what answers it. */
export function TreeLines({ depth, openDepths, hasReplies }: TreeRow) {
  const passing = openDepths.filter((open) => open > 1);
  return (
    <div aria-hidden="true" className="pointer-events-none text-line">
      {passing.map((open) => (
        <span
          key={open}
          className="absolute inset-y-0 border-l-2 border-current"
          style={stemOf(open - 1)}
        />
      ))}
      {depth > 1 && (
        <span
          className="absolute top-0 h-8 w-(--tree-elbow) rounded-bl-md border-b-2 border-l-2 border-current"
          style={stemOf(depth - 1)}
        />
      )}
      {hasReplies && (
        <span
          className="absolute top-14 bottom-0 border-l-2 border-current"
          style={stemOf(depth)}
        />
      )}
    </div>
  );
}
