# Runs once, before the first start of the primary: creates the role of Skein, the role of the replicas and
# their replication slots.
psql --quiet --output=/dev/null --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 \
  --set=app="$DATABASE_PASSWORD" --set=replication="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication';
SELECT pg_create_physical_replication_slot(name) FROM unnest(ARRAY['replica_1', 'replica_2']) name;
CREATE ROLE skein_app LOGIN NOSUPERUSER PASSWORD :'app';
SELECT format('ALTER DATABASE %I OWNER TO skein_app', current_database()) \gexec
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
