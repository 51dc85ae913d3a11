# The service in an image, to be run with a PostgreSQL of your own (compose.yaml) or with the embedded one.
# What the base gives is npm and the system's libraries: the Node that runs is the `node` package of the lock file.

FROM node:24-slim AS build
WORKDIR /opt/parley
COPY . .
# The console is built by `prepare`, for which the development packages are needed; then they go.
RUN npm ci --no-audit --no-fund && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
WORKDIR /opt/parley
COPY --from=build /opt/parley ./
# PostgreSQL refuses to run as root, and nothing else here needs to.
RUN install -d -o node -g node -m 0700 /data
USER node
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Both keys, unless they are settings, and the embedded database.
VOLUME /data
EXPOSE 8080
# Finishes what runs and gives its lanes back: 10 s, with several processes 15 s. Docker's own patience is 10 s.
STOPSIGNAL SIGTERM
# /healthz and not /readyz: whoever restarts what is unhealthy must not do so because the database is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node_modules/.bin/node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "src/main.ts"]
