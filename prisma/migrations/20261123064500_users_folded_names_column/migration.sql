-- Comparing names through the expression of "users_folded_names_idx" computes it again for each match, which takes most of the
-- time of a search. The trigger also covers servers of the previous release.
ALTER TABLE "users" ADD COLUMN "folded_names" TEXT;

CREATE FUNCTION "fold_user_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."folded_names" := search_fold(NEW."name" || ' @' || NEW."username");
  RETURN NEW;
END $$;

CREATE TRIGGER "users_fold_names" BEFORE INSERT OR UPDATE OF "name", "username" ON "users"
  FOR EACH ROW EXECUTE FUNCTION "fold_user_names"();
