// Imported by the entry, which must not import React.

export interface Loader<Part> {
  /** Loads the part once; a failed attempt is repeated with the next call. */
  load: () => Promise<Part>;
  /** The part, once it has been loaded. */
  getLoaded: () => Part | null;
}

export function createLoader<Part>(loadPart: () => Promise<Part>): Loader<Part> {
  let loaded: Part | null = null;
  let loading: Promise<Part> | null = null;
  const load = async (): Promise<Part> => {
    try {
      loaded = await loadPart();
      return loaded;
    } finally {
      loading = null;
    }
  };
  return {
    load: async () => loaded ?? (loading ??= load()),
    getLoaded: () => loaded,
  };
}
