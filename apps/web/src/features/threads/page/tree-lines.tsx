import type { TreeRow } from './reply-tree.ts';

/** The indentation of a reply. `ReplyRow` sets the custom properties of the tree. */
export const getIndent = (depth: number) => `calc(var(--tree-step) * ${depth - 1})`;

const getStem = (depth: number) => ({ left: `calc(var(--tree-stem) + ${getIndent(depth)})` });

/** The lines that connect a reply with its parent and its replies. */
export function TreeLines({ depth, openDepths, hasReplies }: TreeRow) {
  const continuedDepths = openDepths.filter((open) => open > 1);
  return (
    <div aria-hidden="true" className="pointer-events-none text-line">
      {continuedDepths.map((open) => (
        <span
          key={open}
          className="absolute inset-y-0 border-l-2 border-current"
          style={getStem(open - 1)}
        />
      ))}
      {depth > 1 && (
        <span
          className="absolute top-0 h-8 w-(--tree-elbow) rounded-bl-md border-b-2 border-l-2 border-current"
          style={getStem(depth - 1)}
        />
      )}
      {hasReplies && (
        <span
          className="absolute top-14 bottom-0 border-l-2 border-current"
          style={getStem(depth)}
        />
      )}
    </div>
  );
}
