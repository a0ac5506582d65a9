-- The author whose share of the queue a waiting link uses.
ALTER TABLE "link_cards" ADD COLUMN "requested_by_id" UUID;
