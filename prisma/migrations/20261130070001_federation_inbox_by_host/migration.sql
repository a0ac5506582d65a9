CREATE INDEX CONCURRENTLY federation_inbox_host_id_idx ON federation_inbox (host, id);
