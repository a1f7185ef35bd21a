# This file has not been run: no Docker engine was available.
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/package.mjs --stage /app
WORKDIR /app
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

FROM node:24-slim
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
COPY --from=build /app /app
RUN ln -s /app/bin/heddle.cjs /usr/local/bin/heddle && mkdir /data && chown node:node /data
WORKDIR /data
ENV NODE_ENV=production HOST=0.0.0.0 DATABASE_URL=sqlite:/data/heddle.db
USER node
VOLUME /data
EXPOSE 8123
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 8123) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["tini", "--", "heddle"]
