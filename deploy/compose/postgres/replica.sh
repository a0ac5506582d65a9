# The entrypoint of a replica: copies the primary before the first start.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # An interrupted copy is not usable, so it gets its name at the end.
  rm -rf "$PGDATA.new"
  install --directory --owner=postgres --group=postgres --mode=0700 "$(dirname "$PGDATA")" "$PGDATA.new"
  gosu postgres pg_basebackup --host=postgres-primary --username=replicator --pgdata="$PGDATA.new" \
    --slot="$REPLICATION_SLOT" --checkpoint=fast --write-recovery-conf
  rm -rf "$PGDATA"
  mv "$PGDATA.new" "$PGDATA"
fi
# At least the settings of the primary that a replica requires.
exec docker-entrypoint.sh postgres -c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 \
  -c max_connections=200 -c hot_standby_feedback=on
