/** Longer chains are collapsed: the root and the last ones explain most replies. */
const shownMax = 5;
const shownBelow = 3;

/** The ancestors above and below the collapsed middle, which is empty for short chains. */
export function collapseAncestors<Ancestor>(ancestors: readonly Ancestor[]) {
  if (ancestors.length <= shownMax) return { above: [], hiddenCount: 0, below: ancestors };
  return {
    above: ancestors.slice(0, 1),
    hiddenCount: ancestors.length - 1 - shownBelow,
    below: ancestors.slice(-shownBelow),
  };
}
