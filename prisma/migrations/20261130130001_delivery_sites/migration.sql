-- Null for the deliveries of earlier servers, which count by their host.
ALTER TABLE federation_queue ADD COLUMN site text;
