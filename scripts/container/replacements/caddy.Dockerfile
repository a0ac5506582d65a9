# What caddy:2 has, as far as docker-compose.yml asks for it, made of Debian's package.
FROM skein-replacement-bookworm
RUN apt-get update \
  && apt-get install --yes --no-install-recommends caddy \
  && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
VOLUME /config /data
WORKDIR /srv
EXPOSE 80 443 443/udp
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
