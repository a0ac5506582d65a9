import { createDatabase, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { cloneDatabase } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { claimActivities } from '../../src/modules/federation/inbox/inbox.repository.ts';
import { claimDeliveries } from '../../src/modules/federation/outbox/queue.repository.ts';
import { countRows, executePlan, recordStatements } from '../support/db/plans.ts';

const { sql } = Prisma;

const waiting = 10_000;
const accounts = 1000;
const dueAt = new Date();

const queues: {
  table: string;
  insert: Prisma.Sql;
  claim: (database: Database) => Promise<{ id: string }[]>;
}[] = [
  {
    table: 'federation_queue',
    insert: sql`
      WITH activity AS (
        INSERT INTO federation_activities (id, body) VALUES (gen_random_uuid(), '{}') RETURNING id
      )
      INSERT INTO federation_queue (id, activity_id, actor_id, inbox, host, due_at)
      SELECT uuidv7(), activity.id, activity.id, 'https://' || n % ${accounts}::int || '.example/inbox',
        n % ${accounts}::int || '.example', ${dueAt}
      FROM activity, generate_series(1, ${waiting}::int) n`,
    claim: (database) => claimDeliveries(database, new Date(), { limit: 64, runningHosts: [] }),
  },
  {
    table: 'federation_inbox',
    insert: sql`
      INSERT INTO federation_inbox (id, sender_uri, host, body, due_at, received_at)
      SELECT uuidv7(), 'https://0.example/' || n % ${accounts}::int, n % ${accounts}::int || '.example',
        '{}', ${dueAt}, ${dueAt}
      FROM generate_series(1, ${waiting}::int) n`,
    claim: (database) =>
      claimActivities(database, new Date(), { limit: 16, perHostMax: 4, runningHosts: [] }),
  },
];

describe('the queues of federation', () => {
  let database: Database;

  beforeAll(async () => {
    const { url } = await cloneDatabase(inject('templateUrl'));
    database = createDatabase({
      url,
      poolSize: 1,
      statementTimeoutMs: 60_000,
      onError: () => undefined,
    });
  });

  afterAll(() => database.$disconnect());

  // PostgreSQL then expects one row, so that an index has no advantage over reading everything for each row.
  it.each(queues)(
    'reads $table a few times per claim although it was empty when its statistics were collected',
    async ({ table, insert, claim }) => {
      await database.execute(insert);
      await database.execute(Prisma.raw(`DELETE FROM ${table}`));
      await database.execute(Prisma.raw(`ANALYZE ${table}`));
      await database.execute(insert);

      const { database: recording, statements } = recordStatements(database);
      expect(await claim(recording)).not.toHaveLength(0);
      const [statement] = statements;
      if (statement === undefined) throw new Error('No statement was recorded.');
      await database.execute(sql`UPDATE ${Prisma.raw(table)} SET due_at = ${dueAt}`);
      const nodes = await executePlan(database, statement);
      const readRows = nodes
        .filter((node) => node['Relation Name'] === table)
        .map(countRows)
        .reduce((sum, count) => sum + count, 0);
      expect(readRows).toBeGreaterThan(0);
      expect(readRows).toBeLessThan(5 * waiting);
    },
  );
});
