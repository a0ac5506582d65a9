-- Usually the domain of the handle, but a handle can have a shorter one.
CREATE INDEX CONCURRENTLY remote_actors_host_idx ON remote_actors (split_part(uri, '/', 3));
