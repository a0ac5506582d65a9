# What redis:8 has, as far as docker-compose.yml asks for it, made of Debian's package.
FROM skein-replacement-bookworm
RUN apt-get update \
  && apt-get install --yes --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/*
COPY redis-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN install --directory --owner=redis --group=redis /data
VOLUME /data
WORKDIR /data
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server"]
EXPOSE 6379
