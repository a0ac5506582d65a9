-- Text as it is compared, without case, accents and vowel points: what `search_document` does before it
-- splits a text into words. Immutable as long as Unicode is.
CREATE FUNCTION search_fold(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN octet_length(content) = char_length(content) THEN lower(content)
  ELSE replace(replace(replace(replace(translate(
    lower(normalize(regexp_replace(normalize(content, NFKD),
      '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g'), NFKC)),
    'ςøłđħıŧð', 'σoldhitd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
END;
