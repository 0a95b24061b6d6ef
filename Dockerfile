# The service in a small image: built with everything, run with what it needs, by a user without rights.
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not npm ci: the lock names the packages of few platforms, and the build may run on another.
RUN npm install
COPY tsconfig.json tsconfig.build.json vite.dashboard.config.ts vite.programs.config.ts ./
COPY src ./src
# The service and the pages of the dashboard, both into dist.
RUN npm run build

FROM node:${NODE_VERSION}-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev && npm cache clean --force

FROM node:${NODE_VERSION}-bookworm-slim
# tini hands signals on and buries orphans of conversion processes; node as process 1 would leave them.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json README.md LICENSE CHANGELOG.md ./
RUN ln -s /app/dist/client/cli.js /usr/local/bin/docmill \
    && chmod +x dist/client/cli.js \
    && install --directory --owner=node --group=node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data METRICS_PORT=9090
VOLUME /data
EXPOSE 8080 9090
# A worker answers no requests; that its figures can be read shows that it lives.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "const e = process.env; fetch(e.ROLE === 'worker' ? `http://127.0.0.1:${e.METRICS_PORT}/metrics` : `http://127.0.0.1:${e.PORT}/health/public`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM: 20 seconds for what is running, gone within 30 (docs/operations.md, Stopping).
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "docmill"]
CMD ["serve"]
