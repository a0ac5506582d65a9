-- The same documents as before, in linear time: substr() reads a text of several bytes per character
-- from its beginning, so that a long run of characters took quadratic time.
CREATE OR REPLACE FUNCTION search_document(content text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 2000 AS $$
DECLARE
  uncounted CONSTANT text := '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]';
  separators CONSTANT text := '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u055a-\u055f\u0589\u060c\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u2190-\u25ff\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufe0e\ufe0f]+';
  runs CONSTANT text := '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U0001f000-\U0001faff\U00020000-\U0003fffd]+)';
  words text;
BEGIN
  IF octet_length(content) = char_length(content) THEN
    words := regexp_replace(lower(content), '[^0-9a-z]+', ' ', 'g');
  ELSE
    words := lower(normalize(regexp_replace(normalize(content, NFKD), uncounted, '', 'g'), NFKC));
    words := translate(words, 'ςøłđħıŧð', 'σoldhitd');
    words := replace(replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    words := regexp_replace(words, separators, ' ', 'g');
    IF words ~ runs THEN
      RETURN (
        SELECT string_agg('''' || piece || ''':' || before + i, ' ')::tsvector
        FROM (
          SELECT *, sum(length) OVER (ORDER BY n) - length AS before
          FROM string_to_table(regexp_replace(words, runs, ' \1 ', 'g'), ' ') WITH ORDINALITY AS split (word, n),
            LATERAL (SELECT word ~ runs) AS kind (is_run),
            LATERAL (SELECT CASE WHEN is_run THEN char_length(word) ELSE 1 END) AS size (length)
          WHERE word <> ''
        ) AS placed,
          LATERAL (
            SELECT left(word, 64), 1 WHERE NOT is_run
            UNION ALL
            SELECT piece, i
            FROM (
              SELECT first, lead(first) OVER (ORDER BY i) AS second, i
              FROM string_to_table(word, NULL) WITH ORDINALITY AS characters (first, i)
              WHERE is_run
            ) AS neighbors, LATERAL (VALUES (first), (first || second)) AS widths (piece)
            WHERE piece IS NOT NULL
          ) AS pieces (piece, i)
      );
    END IF;
  END IF;
  RETURN coalesce((
    SELECT string_agg('''' || left(word, 64) || ''':' || n, ' ')
    FROM string_to_table(btrim(words), ' ') WITH ORDINALITY AS split (word, n)
    WHERE word <> ''
  ), '')::tsvector;
END $$;
