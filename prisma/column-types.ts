import pg from 'pg';
import { Prisma } from './generated/client.ts';

const { builtins, getTypeParser } = pg.types;
const bigintArray = 1016;
// Its declaration lists no array types.
const findParser = getTypeParser as (oid: number, format?: string) => (text: string) => unknown;
const parseBytes = findParser(builtins.BYTEA) as (text: string) => Buffer;
const parseArray = findParser(bigintArray) as (text: string) => (string | null)[];

/** The column types that `pg` returns in another form than Prisma. No column has a time without a time zone. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [bigintArray, (text) => parseArray(text).map((item) => item && BigInt(item))],
  [builtins.NUMERIC, (text) => new Prisma.Decimal(text)],
  [builtins.BYTEA, (text) => new Uint8Array(parseBytes(text))],
  [builtins.DATE, (text) => new Date(text)],
]);

/** Makes `pg` return the same values as Prisma's models and transactions. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => parsers.get(oid) ?? findParser(oid, format),
};
