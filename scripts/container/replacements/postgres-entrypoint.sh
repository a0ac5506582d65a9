#!/bin/bash
# Does what the entry point of postgres:18 does with the settings that docker-compose.yml gives it.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  install --directory --owner=postgres --group=postgres --mode=0700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Word by word, as they come on a command line.
  read -ra arguments <<< "${POSTGRES_INITDB_ARGS:-}"
  initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" \
    --auth-local=trust --auth-host=scram-sha-256 "${arguments[@]}"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  pg_ctl --pgdata="$PGDATA" --wait --options='-c listen_addresses= -c unix_socket_directories=/var/run/postgresql' start
  psql --username="$POSTGRES_USER" --dbname=postgres \
    --command="CREATE DATABASE \"$POSTGRES_DB\""
  pg_ctl --pgdata="$PGDATA" --wait --mode=fast stop
fi

exec "$@" -c unix_socket_directories=/var/run/postgresql
