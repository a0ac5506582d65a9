# What valkey/valkey:8 has, as far as deploy/compose asks for it, made of Debian's package.
FROM skein-replacement-forky
RUN apt-get update \
  && apt-get install --yes --no-install-recommends valkey-server \
  && rm -rf /var/lib/apt/lists/*
COPY valkey-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
WORKDIR /data
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["valkey-server"]
EXPOSE 6379
