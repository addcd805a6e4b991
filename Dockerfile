# The ready-to-run server as an image: docs/production.md. The database is not needed to build it.
ARG NODE=24

FROM node:${NODE}-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run install:production -- /app

FROM node:${NODE}-slim
ENV HOST=0.0.0.0 DATA_DIR=/data TMPDIR=/tmp NEXT_TELEMETRY_DISABLED=1
COPY --from=build /app /app
RUN mkdir /data && chown 65534:65534 /data
WORKDIR /app
USER 65534:65534
# All that is written. The rest of the file system may be read-only.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
# A stop takes 75 seconds at most: docker stop --time 80.
STOPSIGNAL SIGTERM
# A start that migrates a large database takes longer than others.
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s CMD ["node", "bin/health.js"]
CMD ["node", "bin/start.js"]
