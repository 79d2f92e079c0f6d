# The worker and the starter. Agents run in /factory, which is mounted.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /out/ ./worker ./starter

FROM debian:bookworm-slim
# git is what the example's agents read, in a folder that is another user's; certificates
# are what agents call models with.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 1000 redeye \
 && install -d -o redeye /factory \
 && git config --system --add safe.directory '*'
COPY --from=build /out/worker /out/starter /usr/local/bin/
USER redeye
WORKDIR /factory
ENV REDEYE_WORKDIR=/factory
# After SIGTERM running agents get up to 90 seconds; whoever stops the worker must wait as long.
STOPSIGNAL SIGTERM
ENTRYPOINT ["worker"]
