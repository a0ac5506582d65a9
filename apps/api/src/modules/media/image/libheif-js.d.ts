// The package has no type declarations; these cover what is used.
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Writes RGBA, upright. The result is null for damaged content. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      callback: (result: { data: Uint8ClampedArray } | null) => void,
    ): void;
  }

  const libheif: {
    HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] };
  };
  export default libheif;
}
