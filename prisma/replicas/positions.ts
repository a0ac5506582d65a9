/** The key of positions that apply to all users. */
export const everyone = '*';

const usersMax = 50_000;

/**
 * The WAL positions that a replica must have replayed before users read from it. The position of a
 * change that another server made is unknown: it becomes known with the next sample of the primary.
 */
export function createPositions() {
  const required = new Map<string, number>();
  /** Users of changes since the latest sample began, and before it. */
  let changed = new Set<string>();
  let sampling = new Set<string>();

  function raise(key: string, position: number): void {
    required.set(key, Math.max(position, required.get(key) ?? 0));
    if (required.size <= usersMax) return;
    const highest = Math.max(...required.values());
    required.clear();
    required.set(everyone, highest);
  }

  const isUnknown = (key: string) => changed.has(key) || sampling.has(key);

  return {
    raise,

    /** Something that these users read has changed. */
    markChanged(keys: Iterable<string>): void {
      for (const key of keys) changed.add(key);
    },

    /** Infinity while it is unknown. */
    requiredFor(keys: readonly string[]): number {
      if (keys.some(isUnknown)) return Infinity;
      return Math.max(0, ...keys.map((key) => required.get(key) ?? 0));
    },

    /** Call before the primary is asked for its position. */
    beginSample(): void {
      for (const key of changed) sampling.add(key);
      changed = new Set();
    },

    endSample(position: number): void {
      for (const key of sampling) raise(key, position);
      sampling = new Set();
    },

    /** Forgets the positions that all replicas in use have replayed. */
    forgetUpTo(position: number): void {
      for (const [key, value] of required) if (value <= position) required.delete(key);
    },
  };
}
