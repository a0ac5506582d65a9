import type { Client } from 'pg';
import type { PlannedUser } from './users.ts';
import type { PlanText, PlannedText } from './texts.ts';

const batchSize = 10_000;

/** Stores the planned users in a temporary table, numbered from 0. */
export async function loadUsers(client: Client, users: readonly PlannedUser[]): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE planned_users ON COMMIT DROP AS
     SELECT n - 1 AS n, username, name, bio, location
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
       WITH ORDINALITY AS planned (username, name, bio, location, n)`,
    [
      users.map((user) => user.username),
      users.map((user) => user.name),
      users.map((user) => user.bio),
      users.map((user) => user.location),
    ],
  );
}

/** Stores the planned texts of `count` threads in a temporary table, numbered from 0. */
export async function loadTexts(client: Client, planText: PlanText, count: number): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE planned_texts (n bigint, content text, tags text[], mentioned int[])
     ON COMMIT DROP`,
  );
  let stored: Promise<void> = Promise.resolve();
  for (let from = 0; from < count; from += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, count - from) }, (_, i) => from + i);
    const texts = numbers.map((number) => planText(number));
    // Generates the next batch while the database stores this one.
    await stored;
    stored = storeTexts(client, numbers, texts);
  }
  await stored;
  await client.query('ANALYZE planned_texts');
}

// Lists are passed as text, because SQL has no ragged arrays.
async function storeTexts(
  client: Client,
  numbers: readonly number[],
  texts: readonly PlannedText[],
): Promise<void> {
  await client.query(
    `INSERT INTO planned_texts (n, content, tags, mentioned)
     SELECT n, content, string_to_array(tags, ' '), string_to_array(mentioned, ' ')::int[]
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
       AS planned (n, content, tags, mentioned)`,
    [
      numbers,
      texts.map((text) => text.content),
      texts.map((text) => text.tags.join(' ')),
      texts.map((text) => text.mentioned.join(' ')),
    ],
  );
}
