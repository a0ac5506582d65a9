-- The order of the values has no meaning.
-- squawk-ignore require-enum-value-ordering
ALTER TYPE "message_type" ADD VALUE 'system';
