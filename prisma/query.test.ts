import { expect, test } from 'vitest';
import { Prisma } from './generated/client.ts';
import { toNumberedStatement } from './query.ts';

const { sql } = Prisma;
const id = '01890000-0000-7000-8000-000000000001';

test('an id that occurs several times is one parameter', () => {
  const isOwn = sql`owner = ${id}::uuid`;
  expect(toNumberedStatement(sql`SELECT ${isOwn}, ${3}::int, ${isOwn}`)).toEqual({
    text: 'SELECT owner = $1::uuid, $2::int, owner = $1::uuid',
    values: [id, 3],
  });
});

test('equal values of different types are parameters of their own', () => {
  const statement = sql`SELECT ${id}, ${id}::uuid, ${id}::uuid[], ${id}::text, ${id}::uuid`;
  expect(toNumberedStatement(statement)).toEqual({
    text: 'SELECT $1, $2::uuid, $3::uuid[], $4::text, $2::uuid',
    values: [id, id, id, id],
  });
});
