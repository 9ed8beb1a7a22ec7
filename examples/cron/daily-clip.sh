#!/bin/sh
# Makes a clip from the next line of a file, captions it, and adds it to the queue of an account, which posts it at the
# account's next posting time (PUT /social/accounts/{accountId}/slots). For cron:
#
#     0 6 * * *  VIREO_API_KEY=vireo_… /opt/vireo/examples/cron/daily-clip.sh /opt/ideas.txt
#
# Needs curl. Each line of the file is a prompt. Used lines move to a file with the ending .done. If a run fails, its line
# stays, and the next run repeats it with the same Idempotency-Key, so nothing is paid for twice.
set -eu

ideas=$1
api=${VIREO_URL:-http://127.0.0.1:3000}/api/v1
touch "$ideas.done"
prompt=$(head -n 1 "$ideas")
[ -n "$prompt" ] || exit 0
run=$(printf '%s' "$prompt" | cksum | tr -d ' ')-$(wc -l < "$ideas.done")

# Calls the API and prints the response. Fails with the server's explanation.
call() {
  method=$1 path=$2 body=${3:-}
  response=$(curl --silent --show-error --fail-with-body --retry 5 --max-time 300 -X "$method" "$api$path" \
    -H "Authorization: Bearer $VIREO_API_KEY" -H "Content-Type: application/json" \
    -H "Idempotency-Key: $run $method $path" ${body:+-d "$body"}) || {
    echo "$method $path failed. $response" >&2
    exit 1
  }
  printf '%s\n' "$response"
}

# Prints the first value of a field of a response.
field() { printf '%s' "$2" | grep -o "\"$1\":\"[^\"]*" | head -n 1 | cut -d '"' -f 4; }

# Prints a text as a JSON string.
quote() { printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&"/'; }

started=$(call POST /videos/generate "{\"prompt\": $(quote "$prompt"), \"duration\": 3}")
video=$(field videoId "$started")
tries=0
until state=$(call GET "/videos/$video") && [ "$(field status "$state")" = completed ]; do
  tries=$((tries + 1))
  [ $tries -lt 120 ] || { echo "$video is not done after 10 minutes." >&2; exit 1; }
  sleep 5
done

call POST "/videos/$video/captions" "{\"text\": $(quote "$prompt")}" > /dev/null
call POST /social/accounts > /dev/null
accounts=$(call GET /social/accounts)
account=$(field accountId "$accounts")
call POST /social/posts \
  "{\"videoId\": \"$video\", \"accountIds\": [\"$account\"], \"mode\": \"queue\",
    \"tiktokPrivacyLevel\": \"PUBLIC_TO_EVERYONE\", \"content\": $(quote "$prompt")}" > /dev/null

head -n 1 "$ideas" >> "$ideas.done"
sed -i.old 1d "$ideas" && rm "$ideas.old"
echo "$video is in the queue."
