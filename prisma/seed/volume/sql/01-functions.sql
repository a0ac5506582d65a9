-- All values are derived from :seed and a number, so the same seed gives the same rows.

-- A uniformly distributed value from 0 to 1 for a number and a purpose.
CREATE FUNCTION pg_temp.dice(n bigint, purpose int) RETURNS float8 IMMUTABLE
RETURN (hashint8extended(n, :seed::bigint * 1000 + purpose) & 9007199254740991)::float8
  / 9007199254740992;

-- The index of an item in a list of `size`; lower indexes are more likely, depending on the skew.
CREATE FUNCTION pg_temp.rank(chance float8, size bigint, skew float8) RETURNS bigint IMMUTABLE
RETURN floor(size * power(chance, skew))::bigint;

-- A count with a long-tail distribution: mostly `typical`, rarely up to `most`.
CREATE FUNCTION pg_temp.tail(chance float8, typical float8, steepness float8, most bigint)
RETURNS bigint IMMUTABLE
RETURN least(floor(typical * power(1 - chance, -steepness)), most)::bigint;

CREATE FUNCTION pg_temp.time_of(ms bigint) RETURNS timestamptz IMMUTABLE
RETURN timestamptz 'epoch' + ms * interval '1 millisecond';

-- A UUIDv7 of that millisecond.
CREATE FUNCTION pg_temp.id_of(ms bigint, kind text, n bigint) RETURNS uuid IMMUTABLE
RETURN overlay(
  overlay(
    md5(kind || ':' || n || ':' || :seed::text)
    PLACING lpad(to_hex(ms), 12, '0') || '7' FROM 1 FOR 13
  ) PLACING 'a' FROM 17 FOR 1
)::uuid;

-- A time after `ms`, mostly soon after it, never in the future.
CREATE FUNCTION pg_temp.later(ms bigint, chance float8, typical_hours float8) RETURNS bigint IMMUTABLE
RETURN least(ms + 1000 + floor(-ln(1 - chance) * typical_hours * 3600000)::bigint, :now_ms);

-- One user in ten is private; one in ten is inactive after the first fifth of the period.
CREATE FUNCTION pg_temp.is_private(user_number bigint) RETURNS boolean IMMUTABLE
RETURN user_number % 10 = 4;

CREATE FUNCTION pg_temp.is_silent(user_number bigint) RETURNS boolean IMMUTABLE
RETURN user_number % 10 = 9;

-- The numbers of the users that benchmarks and plan tests sign in as; they write nothing.
CREATE FUNCTION pg_temp.reader(index int) RETURNS bigint IMMUTABLE
RETURN :users::bigint / 20 * 10 + index;

-- Threads whose number divides by 5,000 have many replies, every tenth of them very many.
CREATE FUNCTION pg_temp.is_discussed(n bigint) RETURNS boolean IMMUTABLE
RETURN n % 5000 = 0;

-- One thread of the middle has up to 10,000 replies.
CREATE FUNCTION pg_temp.busiest() RETURNS bigint IMMUTABLE
RETURN :threads::bigint / 10000 * 5000;
