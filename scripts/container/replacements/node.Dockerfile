# What node:24-bookworm-slim has, made of Debian and the npm packages of Node.js and npm.
FROM skein-replacement-bookworm
COPY node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/node_modules/npm
COPY certificates.pem /etc/ssl/host-certificates.pem
COPY npmrc /usr/local/etc/npmrc
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && cat /etc/ssl/host-certificates.pem >> /etc/ssl/certs/ca-certificates.crt \
  && groupadd --gid 1000 node \
  && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/host-certificates.pem
CMD ["node"]
