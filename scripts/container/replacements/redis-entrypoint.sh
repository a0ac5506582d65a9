#!/bin/sh
# Not root, and, as the program in redis:8 is built, open to those who can reach its network.
set -eu
exec setpriv --reuid=redis --regid=redis --init-groups "$@" --protected-mode no
