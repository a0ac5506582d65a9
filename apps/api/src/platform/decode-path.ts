/** Returns null for an invalid percent-encoding. */
export function decodePathPart(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
