# What edoburu/pgbouncer has, as far as deploy/compose asks for it, made of Debian's package.
FROM skein-replacement-forky
RUN apt-get update \
  && apt-get install --yes --no-install-recommends netcat-openbsd pgbouncer \
  && rm -rf /var/lib/apt/lists/*
USER postgres
