# The manifests alone: as long as they stay the same, so do the installed dependencies.
FROM node:24-slim AS manifests
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
FROM manifests AS dependencies
RUN npx --yes "$(node -p "require('./package.json').packageManager")" \
    install --frozen-lockfile --prod --filter '@skein/api...'

FROM node:24-slim
# MALLOC_ARENA_MAX: by default the C library keeps memory for each thread that ever decoded a picture.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN install --directory --owner=node --group=node /data
COPY --from=dependencies /app ./
COPY packages/contracts packages/contracts
COPY prisma prisma
COPY --from=build /app/prisma/generated prisma/generated
COPY apps/api apps/api
COPY --from=build /app/apps/web/dist apps/web/dist
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/main.ts"]
