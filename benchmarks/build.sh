# For bench and demo: builds what a measurement needs and is missing or older than a source. Expects $here, the root.

# module_jar jmh|scenarios|load|stress: where its jar is.
module_jar() {
  case $1 in
    jmh) echo "$here/benchmarks/jmh/target/benchmarks.jar" ;;
    *) echo "$here/benchmarks/$1/target/$1.jar" ;;
  esac
}

default_jdk() {
  if [[ -n ${JAVA_HOME:-} ]]; then
    echo "$JAVA_HOME"
  else
    command -v java >/dev/null || { echo "There is no java: install a JDK from 17 on." >&2; return 1; }
    dirname "$(dirname "$(readlink -f "$(command -v java)")")"
  fi
}

# up_to_date FILE MODULE: whether it is there and no source that it is made of is newer.
up_to_date() {
  local sources=("$here"/pom.xml "$here"/{core-api,core-impl,components-queue,benchmarks/report} "$here/benchmarks/$2")
  [[ $2 != load ]] || sources+=("$here/benchmarks/scenarios")
  [[ -e $1 ]] && [[ -z $(find "${sources[@]}" -name target -prune -o -newer "$1" \
    \( -path '*/src/main/*' -o -name pom.xml \) -type f -print -quit) ]]
}

# maven OPTIONS...: quietly; what it says is in $log.
maven() {
  command -v mvn >/dev/null || { echo "There is no mvn: install Maven 3.8.7 or later." >&2; exit 1; }
  (cd "$here" && mvn -B -ntp -q -DskipTests -Dspotless.check.skip "$@" package) >"$log" 2>&1
}

with_log() {
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
}

# need MODULES...: builds those whose jars are missing or old, without a network if there is none.
need() {
  local each stale=''
  for each in "$@"; do
    up_to_date "$(module_jar "$each")" "$each" || stale+=${stale:+,}:mehari-benchmarks-$each
  done
  [[ -n $stale ]] || return 0
  echo "building ${stale//:mehari-benchmarks-/} (the first time this fetches jars: a minute or two) ..." >&2
  with_log
  maven -pl "$stale" -am || maven -o -pl "$stale" -am ||
    { cat "$log" >&2; echo "The build failed; what Maven said is above." >&2; exit 1; }
  for each in "$@"; do
    touch "$(module_jar "$each")" # what was up to date in it has an old date
  done
}

# need_peers FOLDERS...: fetches the jars of those peers that are not there. Fails where they cannot all be had.
need_peers() {
  local each missing=''
  for each in "$@"; do
    [[ -n $(find "$here/benchmarks/target/peers/$each" -name '*.jar' -print -quit 2>/dev/null) ]] ||
      missing+=,:mehari-peers-${each%.*}
  done
  [[ -n $missing ]] || return 0
  echo "fetching the jars of the peers (the first time a minute or two) ..." >&2
  with_log
  maven -Ppeers --fail-at-end -pl "${missing#,}" && return
  echo "They could not all be had ($(grep -m 1 -o 'Could not .*' "$log" | cut -c -120 || true))." >&2
  return 1
}
