# Images: `--target web`, `--target media` and `--target prometheus`, see compose.yaml; `--target router`, see
# compose.turn-tls.yaml; `--target ingest`, see compose.rtmp.yaml. `npm run build:images` builds and tries them.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
ENV NODE_ENV=production
WORKDIR /app

FROM base AS dependencies
COPY package.json package-lock.json ./
COPY patches patches
# MEDIASOUP_WORKER_BIN stops mediasoup's install script from fetching the worker: the worker stage below does.
RUN MEDIASOUP_WORKER_BIN=later npm ci --omit=dev --no-audit --no-fund

FROM dependencies AS site
RUN MEDIASOUP_WORKER_BIN=later npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npx remix vite:build

FROM dependencies AS worker
# Where `npm run build:images` puts the worker that a machine has.
ENV XDG_CACHE_HOME=/cache
# Only what builds it: other changes do not build it anew.
COPY scripts/debian-packages.ts scripts/
COPY scripts/processes scripts/processes
COPY scripts/media-worker scripts/media-worker
RUN cp "$(node scripts/media-worker/main.ts)" /mediasoup-worker

FROM base AS web
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY server server
COPY app app
COPY locales locales
COPY protocol protocol
COPY db db
COPY scripts scripts
# scripts/doctor.ts connects as a browser does.
COPY ingest/webrtc ingest/webrtc
COPY --from=site /app/build build
# Uploaded pictures, unless they go to a bucket.
ENV STORAGE_FOLDER=/files
# Emails, unless SMTP_URL is set.
ENV MAIL_FOLDER=/mails
# Reached by other containers only: Compose does not publish its port.
ENV METRICS_HOST=0.0.0.0
RUN mkdir /files /mails && chown node:node /files /mails
VOLUME /files /mails
USER node
EXPOSE 3000 3005
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthcheck`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]

# Debian's, so that the base is the only image that is not ours.
FROM base AS router
RUN apt-get update && \
    apt-get install -y --no-install-recommends haproxy && \
    rm -rf /var/lib/apt/lists/*
USER haproxy
EXPOSE 8443
CMD ["haproxy", "-db", "-f", "/etc/haproxy/haproxy.cfg"]

# Debian's, too. The folder is a third of the image, and its pages do without.
FROM base AS prometheus
RUN apt-get update && \
    apt-get install -y --no-install-recommends prometheus && \
    rm -rf /var/lib/apt/lists/* /usr/share/javascript/moment-timezone/data/unpacked && \
    mkdir /numbers && chown prometheus:prometheus /numbers
VOLUME /numbers
USER prometheus
EXPOSE 9090
CMD ["prometheus", "--config.file=/etc/panocall/prometheus.yml", "--storage.tsdb.path=/numbers", "--storage.tsdb.retention.time=30d"]

FROM dependencies AS ingest-dependencies
COPY scripts/images/keep-packages.ts scripts/images/
RUN node scripts/images/keep-packages.ts node-datachannel node-media-server pino zod

FROM base AS ingest
RUN apt-get update && \
    apt-get install -y --no-install-recommends ffmpeg && \
    rm -rf /var/lib/apt/lists/*
COPY --from=ingest-dependencies /app/node_modules node_modules
COPY package.json ./
COPY ingest ingest
COPY protocol protocol
USER node
EXPOSE 1935
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "require('net').connect(process.env.RTMP_PORT || 1935).on('connect', () => process.exit(0)).on('error', () => process.exit(1))"]
CMD ["node", "ingest/main.ts"]

FROM dependencies AS media-dependencies
COPY scripts/images/keep-packages.ts scripts/images/
RUN node scripts/images/keep-packages.ts drizzle-orm ipaddr.js jose mediasoup mediasoup-client pino pino-pretty postgres postgres-array prom-client sdp-transform ws zod

FROM base AS media
COPY --from=worker /mediasoup-worker /usr/local/bin/mediasoup-worker
# A prebuilt worker has no dependencies; one built here needs Debian's libraries.
RUN if ldd /usr/local/bin/mediasoup-worker | grep -q 'not found'; then \
    apt-get update && \
    apt-get install -y --no-install-recommends libabsl20220623 libsrtp2-1 libssl3 libuv1 && \
    rm -rf /var/lib/apt/lists/*; \
  fi
COPY --from=media-dependencies /app/node_modules node_modules
COPY package.json ./
COPY media-server media-server
COPY protocol protocol
COPY db db
USER node
ENV MEDIASOUP_WORKER_BIN=/usr/local/bin/mediasoup-worker MEDIA_HOST=0.0.0.0
EXPOSE 3001 3002
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MEDIA_HEALTH_PORT || 3002}/healthcheck`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "media-server/main.ts"]
