# Frontmonth in a container: docs/deploy.md.
# Build: podman build -t frontmonth .

FROM node:20-bookworm-slim AS build
WORKDIR /app
# better-sqlite3 is compiled where no ready binary can be had.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
RUN PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund
COPY . .
RUN node build.js && npm prune --omit=dev --no-save --no-audit --no-fund

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Owned by root: the server can write to /data alone.
COPY --from=build /app ./
RUN mkdir -m 700 /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process answers. A halt of trading must not restart it: /readyz is for alarms.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "deploy/healthcheck.js"]
CMD ["node", "server.js"]
