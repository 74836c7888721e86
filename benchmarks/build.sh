# For bench and demo: builds the jars of a measurement that are missing or older than their sources. Needs $here, the root.

. "$here/benchmarks/maven.sh"

# module_jar jmh|scenarios|load|lab|stress|differential|simulation|brokers|network: prints the path of its jar.
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
    command -v java >/dev/null || { echo "java was not found: install JDK 17 or later." >&2; return 1; }
    dirname "$(dirname "$(readlink -f "$(command -v java)")")"
  fi
}

# up_to_date FILE MODULE: true if the file exists and none of its sources is newer.
up_to_date() {
  local sources=("$here"/pom.xml "$here"/{core-api,core-impl,components-queue,benchmarks/report} "$here/benchmarks/$2")
  [[ " load lab brokers network " != *" $2 "* ]] || sources+=("$here/benchmarks/scenarios")
  [[ $2 != simulation ]] || sources+=("$here/testing")
  [[ $2 != brokers ]] || sources+=("$here"/components-{kafka,jms})
  [[ $2 != network ]] || sources+=("$here/components-netty")
  [[ -e $1 ]] && [[ -z $(find "${sources[@]}" -name target -prune -o -newer "$1" \
    \( -path '*/src/main/*' -o -name pom.xml \) -type f -print -quit) ]]
}

# package OPTIONS...: makes jars without tests.
package() {
  maven -f "$here" -DskipTests -Dspotless.check.skip "$@" package
}

# need MODULES...: builds those whose jars are missing or old; works offline if Maven has all it needs.
need() {
  local each stale=''
  for each in "$@"; do
    up_to_date "$(module_jar "$each")" "$each" || stale+=${stale:+,}:mehari-benchmarks-$each
  done
  [[ -n $stale ]] || return 0
  echo "building ${stale//:mehari-benchmarks-/} (the first time Maven downloads jars, which takes a minute or two) ..." >&2
  with_log
  package -pl "$stale" -am || build_failed
  for each in "$@"; do
    touch "$(module_jar "$each")" # Maven does not write a jar that has not changed, so its date may be old
  done
}

# need_peers FOLDERS...: downloads the jars of peers that are missing. Fails if one cannot be downloaded.
need_peers() {
  local each missing=''
  for each in "$@"; do
    [[ -n $(find "$here/benchmarks/target/peers/$each" -name '*.jar' -print -quit 2>/dev/null) ]] ||
      missing+=,:mehari-peers-${each%.*}
  done
  [[ -n $missing ]] || return 0
  echo "downloading the jars of the peers (only the first time, a minute or two) ..." >&2
  with_log
  package -Ppeers --fail-at-end -pl "${missing#,}" && return
  echo "Some jars could not be downloaded ($(grep -m 1 -o 'Could not .*' "$log" | cut -c -120 || true))." >&2
  return 1
}
