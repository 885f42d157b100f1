# syntax=docker/dockerfile:1
# The same steps as on any machine: npm ci, npm run build, node dist/server/main.js.
FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NPM_CONFIG_UPDATE_NOTIFIER=false

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev
COPY . .
RUN npm run build

# The build bundles React and Vite, so the server needs fewer packages.
FROM base AS libraries
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev

FROM base AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As scripts/run.mjs; to be overridden with an empty value on machines with less than 2 GB.
ENV NODE_OPTIONS=--max-semi-space-size=32
# As scripts/run.mjs: without them the C library keeps much of what decoding pictures has needed.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=4194304 MALLOC_MMAP_THRESHOLD_=1048576
RUN mkdir /data && chown node:node /data
COPY --from=libraries /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/server/db/migrations ./server/db/migrations
COPY --from=build /app/server/vision/weights ./server/vision/weights
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
