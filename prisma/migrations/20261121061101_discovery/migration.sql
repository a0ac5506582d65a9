-- CreateTable
CREATE TABLE "search_documents" (
    "position" BIGSERIAL NOT NULL,
    "thread_id" UUID NOT NULL,
    "author_id" UUID,
    "root_author_id" UUID,
    "document" tsvector NOT NULL,

    CONSTRAINT "search_documents_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "search_words" (
    "word" TEXT NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "background_runs" (
    "name" TEXT NOT NULL,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "background_runs_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "trending_hashtags" (
    "rank" INTEGER NOT NULL,
    "tag" TEXT NOT NULL,
    "threads_count" INTEGER NOT NULL,
    "recent_count" INTEGER NOT NULL,

    CONSTRAINT "trending_hashtags_pkey" PRIMARY KEY ("rank")
);

-- CreateTable
CREATE TABLE "trending_threads" (
    "rank" INTEGER NOT NULL,
    "thread_id" UUID NOT NULL,

    CONSTRAINT "trending_threads_pkey" PRIMARY KEY ("rank")
);

-- CreateIndex
CREATE UNIQUE INDEX "search_documents_thread_id_key" ON "search_documents"("thread_id");

-- CreateIndex
CREATE INDEX "search_words_trgm_idx" ON "search_words" USING GIN ("word" gin_trgm_ops);

-- The words of a text with their places, and nothing of what does not count: case, accents, vowel
-- points. Runs of scripts that write no spaces are taken apart into each character and each two
-- neighbours, so that any part of them is found. Immutable as long as Unicode is.
CREATE FUNCTION search_document(content text) RETURNS tsvector
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
            SELECT substr(word, i, width), i
            FROM generate_series(1, length) AS i, generate_series(1, 2) AS width
            WHERE is_run AND i + width <= length + 1
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

-- What a thread is found by besides its words.
CREATE FUNCTION search_marks(content text, hashtags text[], author_id uuid, "position" bigint)
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(ARRAY[
  'in:' || "position" / 8192, '@' || author_id, CASE WHEN content ~* '(https?://|www\.)[^\s<>"]' THEN 'is:link' END
] || string_to_array('#' || nullif(array_to_string(hashtags, ' #'), ''), ' '), NULL));

CREATE FUNCTION index_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    place := nextval('search_documents_position_seq');
    INSERT INTO search_documents ("position", thread_id, author_id, root_author_id, document)
    VALUES (place, NEW.id, NEW.author_id,
      CASE WHEN NEW.root_id IS NOT NULL THEN (SELECT author_id FROM threads WHERE id = NEW.root_id) END,
      search_document(NEW.content)
        || search_marks(NEW.content, NEW.hashtags, NEW.author_id, place));
  ELSIF TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM search_documents WHERE thread_id = OLD.id;
  ELSE
    UPDATE search_documents SET author_id = NEW.author_id, document =
      search_document(NEW.content)
      || search_marks(NEW.content, NEW.hashtags, NEW.author_id, "position")
      || array_to_tsvector(ARRAY(SELECT mark FROM unnest(ARRAY['is:media', 'is:poll']) AS mark
        WHERE document @@ quote_literal(mark)::tsquery))
    WHERE thread_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER threads_index_new AFTER INSERT ON threads
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION index_thread();
CREATE TRIGGER threads_index_changed AFTER UPDATE OF content, hashtags, author_id, deleted_at ON threads
  FOR EACH ROW EXECUTE FUNCTION index_thread();
CREATE TRIGGER threads_index_deleted AFTER DELETE ON threads
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION index_thread();

-- What is attached goes only together with the thread. The argument is what to mark it with.
CREATE FUNCTION index_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_documents SET document = document || array_to_tsvector(TG_ARGV)
  WHERE thread_id = NEW.thread_id AND NOT document @@ quote_literal(TG_ARGV[0])::tsquery;
  RETURN NULL;
END $$;

CREATE TRIGGER polls_index_new AFTER INSERT ON polls
  FOR EACH ROW EXECUTE FUNCTION index_attachment('is:poll');
CREATE TRIGGER media_index_new AFTER INSERT ON media
  FOR EACH ROW WHEN (NEW.thread_id IS NOT NULL) EXECUTE FUNCTION index_attachment('is:media');
CREATE TRIGGER media_index_claimed AFTER UPDATE OF thread_id ON media
  FOR EACH ROW WHEN (NEW.thread_id IS NOT NULL) EXECUTE FUNCTION index_attachment('is:media');

-- Threads are also found by who wrote them.
CREATE INDEX "users_search_idx" ON users USING gin (search_document(name || ' ' || username));

-- What is there already, in the order in which it was made.
CREATE FUNCTION search_index_all() RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO search_documents ("position", thread_id, author_id, root_author_id, document)
  SELECT place, t.id, t.author_id, root.author_id,
    search_document(t.content) || search_marks(t.content, t.hashtags, t.author_id, place)
      || array_to_tsvector(array_remove(ARRAY[
        CASE WHEN EXISTS (SELECT FROM media WHERE thread_id = t.id) THEN 'is:media' END,
        CASE WHEN EXISTS (SELECT FROM polls WHERE thread_id = t.id) THEN 'is:poll' END], NULL))
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM threads WHERE deleted_at IS NULL) t
    LEFT JOIN threads root ON root.id = t.root_id
  ORDER BY place;
  SELECT setval('search_documents_position_seq', (SELECT coalesce(max("position"), 1) FROM search_documents));
END;
SELECT search_index_all();

-- After the rows: many times faster to make over a full table than to keep up.
CREATE INDEX "search_documents_document_idx" ON "search_documents" USING GIN ("document");
