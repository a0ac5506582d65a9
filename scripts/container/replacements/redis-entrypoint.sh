#!/bin/sh
# Becomes the user redis. Accepts all clients in its network, as the program in redis:8 does.
set -eu
if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=redis --regid=redis --init-groups "$0" "$@"; fi
exec "$@" --protected-mode no
