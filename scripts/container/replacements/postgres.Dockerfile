# What postgres:18 has, as far as the compose files ask for it, made of Debian's package.
FROM skein-replacement-forky
RUN groupadd --gid 999 postgres \
  && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql --shell /bin/bash postgres \
  && apt-get update \
  && apt-get install --yes --no-install-recommends gosu postgresql-18 \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/* \
  && install --directory --owner=postgres --group=postgres --mode=1777 /var/lib/postgresql /var/run/postgresql \
  && mkdir /docker-entrypoint-initdb.d
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/18/bin
ENV PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
