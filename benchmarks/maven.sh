# For docs/make-site and benchmarks/lab/jars-of: runs Maven, offline if it already has all that it needs.

with_log() {
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
}

# maven OPTIONS...: its output is in $log.
maven() {
  command -v mvn >/dev/null || { echo "mvn was not found: install Maven 3.8.7 or later (see README.md)." >&2; exit 1; }
  local quiet=(mvn -B -ntp -q -Dstyle.color=never)
  "${quiet[@]}" -o "$@" >"$log" 2>&1 && return
  if grep -qE "offline mode|has not been downloaded|was not found in|Could not (find|resolve|transfer)" "$log"; then
    echo "downloading what Maven needs (only the first time) ..." >&2
    "${quiet[@]}" "$@" >"$log" 2>&1 && return
  fi
  return 1
}

build_failed() {
  cat "$log" >&2
  echo "The build failed; Maven's output is above." >&2
  exit 1
}
