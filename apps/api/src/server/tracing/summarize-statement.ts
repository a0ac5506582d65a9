const table = String.raw`(?:"?public"?\.)?"?(\w+)"?`;
const patterns = [
  ['INSERT', new RegExp(String.raw`\bINSERT\s+INTO\s+${table}`, 'i')],
  ['UPDATE', new RegExp(String.raw`\bUPDATE\s+${table}\s+(?:(?:AS\s+)?\w+\s+)?SET\b`, 'i')],
  ['DELETE', new RegExp(String.raw`\bDELETE\s+FROM\s+${table}`, 'i')],
  ['SELECT', new RegExp(String.raw`\bFROM\s+${table}\b(?!\s*\()`, 'i')],
  ['SELECT', /^\s*SELECT\s+(\w+)\(/i],
] as const;

/** The operation and its first table or function, such as `INSERT threads`, as a short name of a statement. */
export function summarizeStatement(text: string): string {
  for (const [operation, pattern] of patterns) {
    const [, name] = pattern.exec(text) ?? [];
    if (name !== undefined) return `${operation} ${name}`;
  }
  return /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement';
}
