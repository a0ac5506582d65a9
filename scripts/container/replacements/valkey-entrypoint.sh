#!/bin/sh
# Accepts connections from everyone who can reach its network, as the program in valkey/valkey:8 does.
set -eu
exec "$@" --protected-mode no
