import { nestingMax } from '../limits.ts';

/**
 * Returns whether lists and objects in the value have more than `nestingMax` levels. It uses no recursion, because
 * 2,000 levels would exhaust the stack.
 */
export function isNestedTooDeeply(value: unknown): boolean {
  let values = [value].filter(isContainer);
  for (let level = 0; level < nestingMax && values.length > 0; level += 1) {
    values = values.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return values.length > 0;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
