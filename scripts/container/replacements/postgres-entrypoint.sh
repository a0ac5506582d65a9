#!/bin/bash
# Does what the entry point of postgres:18 does with the settings that the compose files give it.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  install --directory --owner=postgres --group=postgres --mode=0700 "$PGDATA"
  exec gosu postgres "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Word by word, as they come on a command line.
  read -ra arguments <<< "${POSTGRES_INITDB_ARGS:-}"
  password=${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:-/dev/null}")}
  initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$password") \
    --auth-local=trust --auth-host=scram-sha-256 "${arguments[@]}"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  pg_ctl --pgdata="$PGDATA" --wait --options='-c listen_addresses= -c unix_socket_directories=/var/run/postgresql' start
  psql --username="$POSTGRES_USER" --dbname=postgres \
    --command="CREATE DATABASE \"$POSTGRES_DB\""
  for file in /docker-entrypoint-initdb.d/*.sh; do
    if [ -f "$file" ]; then . "$file"; fi
  done
  pg_ctl --pgdata="$PGDATA" --wait --mode=fast stop
fi

exec "$@" -c unix_socket_directories=/var/run/postgresql
