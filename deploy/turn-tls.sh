#!/bin/sh
# Runs coturn for TLS alone, with a certificate that something else obtains and renews.
# Usage: turn-tls.sh FOLDER NAME OPTION...: NAME.crt and NAME.key are somewhere below FOLDER.
set -eu
folder=$1
name=$2
shift 2

# Caddy's folder has the name of the authority in its path.
certificate() {
  find "$folder" -name "$name.crt" 2>/dev/null | head -n 1
}

while [ -z "$(certificate)" ]; do
  echo "Waiting for a certificate of $name"
  sleep 10
done
cert=$(certificate)

turnserver "$@" --no-udp --no-tcp --no-dtls --no-tcp-relay --no-cli --log-file=stdout \
  --cert="$cert" --pkey="${cert%.crt}.key" &
pid=$!
trap 'kill "$pid"' TERM INT

# A new one has another checksum; coturn reads it again at this signal.
known=$(cksum <"$cert")
while kill -0 "$pid" 2>/dev/null; do
  now=$(cksum <"$cert")
  if [ "$now" != "$known" ]; then
    kill -USR2 "$pid"
    known=$now
  fi
  sleep "${CHECK_SECONDS:-3600}" &
  wait $! || true
done
