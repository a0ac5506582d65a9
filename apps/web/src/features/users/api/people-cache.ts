import type { QueryClient } from '@tanstack/react-query';
import type { Person } from '@skein/contracts/users';
import { peopleKeys } from './people-keys.ts';

/** Changes one person wherever a cached answer holds them, however deep. */
export function patchPerson(client: QueryClient, id: string, patch: Partial<Person>): void {
  client.setQueriesData<unknown>({ queryKey: peopleKeys.all }, (answer: unknown) =>
    patched(answer, id, patch),
  );
}

/** The same value where nothing of it changes, so that nothing is drawn anew. */
function patched(value: unknown, id: string, patch: Partial<Person>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => patched(item, id, patch));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  if (value['id'] === id && 'followersCount' in value) return { ...value, ...patch };
  const entries = Object.entries(value).map(([key, part]) => [key, patched(part, id, patch)]);
  return entries.some(([key, part]) => part !== value[String(key)])
    ? Object.fromEntries(entries)
    : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
