# What haproxy:3.2 has, as far as deploy/compose asks for it, made of Debian's package.
FROM skein-replacement-forky
RUN apt-get update \
  && apt-get install --yes --no-install-recommends haproxy \
  && rm -rf /var/lib/apt/lists/* \
  && groupmod --gid 99 haproxy \
  && usermod --uid 99 haproxy
STOPSIGNAL SIGUSR1
USER haproxy
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
