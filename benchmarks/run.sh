# For bench: runs the measurement $name of the kind $kind and collects the results. Expects the variables that bench sets:
# $jdk (a list) and $jdks, $quick, $against, $profile, $rest, and $original, the command line.

commit=$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)
[[ -z $(git -C "$here" status --porcelain --untracked-files=no 2>/dev/null) ]] || commit+=+changes
out=$here/target/bench/$(date +%F)-$commit
base=$name
for ((i = 2; ; i++)); do
  compgen -G "$out/$base.*" >/dev/null || break
  base=$name-$i
done

width=0
[[ ! -t 2 ]] || width=$(tput cols 2>/dev/null || echo 80)
agent=''
peers=(camel-4.17.0 camel-4.20.0 camel-4.22.0 spring-integration-7.1.0 vertx-5.0.4)
flags=(-Dmehari.root="$here" -Dmehari.width="$width" -XX:+IgnoreUnrecognizedVMOptions --sun-misc-unsafe-memory-access=allow)

# program JDK MODULE ARGUMENTS...: runs it and stores its output. If the first argument is no class, the jar's main class runs.
program() {
  local how=(-jar "$(module_jar "$2")")
  [[ $3 != io.mehari.* ]] || how=(-cp "$(module_jar "$2")")
  "$1/bin/java" "${flags[@]}" "${how[@]}" "${@:3}" | tee -ai "$out/$base.txt"
}

# given OPTION: true if it is among the options in $rest.
given() {
  [[ " ${rest[*]} " == *" $1 "* ]]
}

# value OPTION DEFAULT: prints the option's value in $rest, or the default.
value() {
  local i
  for ((i = 0; i < ${#rest[@]}; i++)); do
    [[ ${rest[i]} != "$1" ]] || { echo "${rest[i + 1]}"; return; }
  done
  echo "$2"
}

# unless_given OPTION VALUE: adds it to $rest, unless it is there already.
unless_given() {
  given "$1" || rest+=("$1" "$2")
}

# The flag for each JVM that measures: {} is replaced by the subject's name, %p by the process id.
profile() {
  [[ -n $profile ]] || return 0
  local event=itimer
  [[ $profile != alloc ]] || event=alloc,alloc=128k
  need load
  library=$("${jdk[0]}/bin/java" -cp "$(module_jar load)" io.mehari.load.Profiler "$here/benchmarks/target/profiler")
  agent="-agentpath:$library=start,event=$event,exclude=*awaitTime*,flamegraph,file=$out/$base-$profile-{}-%p.html"
  flags+=("-Dmehari.flags=$agent")
}

# ---- the kinds

# fetched NAME COMMAND...: runs it, and copies its result files of that name to $out.
fetched() {
  local since each code=0
  since=$(mktemp)
  "${@:2}" || code=$?
  for each in json html; do
    find "$here/benchmarks/target/results" -name "$1.$each" -newer "$since" -exec cp {} "$out/$base.$each" \; 2>/dev/null || true
  done
  rm -f "$since"
  return $code
}

run_demo() {
  ((${#jdk[@]} == 1)) || refuse "demo takes only one JDK: run it once for each JDK."
  [[ -z $quick ]] || unless_given --seconds 1
  [[ -z $agent ]] || export JDK_JAVA_OPTIONS="-Dmehari.flags=$agent"
  fetched demo demo
}

demo() {
  "$here/demo" --jdk "$jdks" "${rest[@]}" | tee -ai "$out/$base.txt"
}

run_compare() {
  need scenarios
  [[ $against == none ]] || need_peers "${peers[@]}" || true
  [[ -z $quick ]] || rest+=(--quick)
  case $against in
    '') ;;
    none) unless_given --subjects mehari,mehari-pooled,floor ;;
    *) unless_given --subjects "mehari,$against,floor" ;;
  esac
  fetched compare program "${jdk[0]}" scenarios io.mehari.scenarios.compare.Compare --jdk "$jdks" "${rest[@]}"
}

# tree_here: prints the git tree of this checkout, with all changes and new files.
tree_here() (
  export GIT_INDEX_FILE
  GIT_INDEX_FILE=$(mktemp)
  trap 'rm -f "$GIT_INDEX_FILE"' EXIT
  cp "$(git -C "$here" rev-parse --path-format=absolute --git-dir)/index" "$GIT_INDEX_FILE"
  git -C "$here" add --all && git -C "$here" write-tree
)

# shipped TREE: prints a hash of what before-after builds of a tree.
shipped() {
  git -C "$here" ls-tree "$1" pom.xml .mvn core-api core-impl components-queue | git hash-object --stdin
}

# commit_id NAME: prints the short id of a commit.
commit_id() {
  git -C "$here" rev-parse --short=8 --verify --quiet "$1^{commit}" || refuse "There is no commit $1."
}

# jars_of ID TREE: builds what ships of a git tree into target/lab/jars/mehari-ID, where the lab finds mehari:ID.
jars_of() {
  local jars=$here/target/lab/jars/mehari-$1 sources
  [[ ! -d $jars ]] || return 0
  echo "building mehari:$1 (only the first time, half a minute) ..." >&2
  mkdir -p "${jars%/*}"
  sources=$(mktemp -d "$jars.XXXXXX")
  git -C "$here" archive "$2" | tar -x -C "$sources"
  with_log
  maven -f "$sources" -Dquick -Dmaven.source.skip -pl core-impl,components-queue -am package \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$sources/jars" || { rm -rf "$sources" && build_failed; }
  cp "$sources"/{core-impl,components-queue}/target/*.jar "$sources/jars"
  mv "$sources/jars" "$jars"
  rm -rf "$sources"
}

run_before-after() {
  local refs=() before after tree module each sides begun forks='' code=0
  while [[ ${rest[0]:--} != -* ]]; do
    refs+=("${rest[0]}")
    rest=("${rest[@]:1}")
  done
  ((${#refs[@]} == 1 || ${#refs[@]} == 2)) || refuse "before-after needs a commit, as in ./bench before-after HEAD~1, or two."
  before=$(commit_id "${refs[0]}") || exit
  after=$(commit_id "${refs[1]:-HEAD}") || exit
  tree=$after
  if ((${#refs[@]} == 1)); then
    tree=$(tree_here)
    [[ $(shipped "$tree") == "$(shipped HEAD)" ]] || after+=-changes-$(shipped "$tree" | cut -c -8)
  fi
  jars_of "$before" "$before"
  jars_of "$after" "$tree"
  need lab
  [[ -z $quick ]] || { unless_given --rounds 2 && unless_given --seconds 0.4; }
  unless_given --rounds 10
  unless_given --seconds 2.5
  sides=(--before "mehari:$before" --after "mehari:$after")
  [[ $before != "$after" ]] || sides=(--before "mehari:$before" --no-change)
  # The lab's jar has Mehari inside, so the JVMs that measure have only the classes of the lab.
  for module in lab scenarios report; do
    forks+=${forks:+:}$here/benchmarks/$module/target/classes
  done
  flags+=(-Dmehari.forks="$forks")
  begun=$(mktemp)
  for each in "${jdk[@]}"; do
    each=$(cd "$each" && pwd)
    (cd "$here" && program "$each" lab io.mehari.lab.Lab run mehari:before-after --experiments benchmarks/lab/mehari \
      "${sides[@]}" --jdk "$each" --fail-if-worse "${rest[@]}") || code=$?
    find "$here/target/lab/mehari-before-after" -name report.html -newer "$begun" \
      -exec cp {} "$out/$base.${each##*/}.html" \;
    find "$here/target/lab/mehari-before-after" -name result.json -newer "$begun" \
      -exec cp {} "$out/$base.${each##*/}.json" \;
    touch "$begun"
  done
  rm -f "$begun"
  return $code
}

run_type-checks() {
  need scenarios
  if [[ -n $quick ]]; then
    unless_given --seconds 0.2
    unless_given --forks 1
  fi
  fetched type-checks program "${jdk[0]}" scenarios io.mehari.scenarios.typechecks.TypeChecks --jdk "$jdks" "${rest[@]}"
}

run_load() {
  need load
  [[ -z $against || $against == none ]] || unless_given --subject "mehari,$against"
  [[ $(value --subject '') != *-[0-9]* ]] || need_peers "${peers[@]}" || true
  [[ -z $quick ]] || given --count || unless_given --seconds 1
  unless_given -o "$out/$base.json"
  program "${jdk[0]}" load io.mehari.load.Load --jdk "$jdks" "${rest[@]}"
}

# queue_subjects: Mehari's subjects and those of --against, by the names that the queue programs use.
queue_subjects() {
  local each all=mehari-seda,mehari-disruptor
  [[ $name != idle ]] || all=none,$all
  for each in ${against//,/ }; do
    case $each in
      none) ;;
      camel-4.22.0) all+=,camel-4.22.0-seda ;;
      camel-disruptor-4.17.0) all+=,camel-4.17.0-disruptor ;;
      raw-jctools | raw-disruptor) all+=,$each ;;
      array-blocking-queue) all+=,raw-abq ;;
      *) refuse "$name has no peer $each$(nearest "$each" camel-4.22.0 camel-disruptor-4.17.0 raw-jctools raw-disruptor \
        array-blocking-queue none)" ;;
    esac
  done
  echo "$all"
}

# run_forks CLASS: for throughput, latency and idle, which start JVMs themselves and take several JDKs.
run_forks() {
  local chosen
  [[ -z $quick ]] || against=${against:-none}
  if [[ -n $against ]]; then
    chosen=$(queue_subjects) || exit
    unless_given --subjects "$chosen"
  fi
  need jmh
  if [[ $(value --subjects camel) == *camel* ]] && ! need_peers camel-4.17.0 camel-4.22.0; then
    against=none
    rest+=(--subjects "$(queue_subjects)")
  fi
  if [[ -n $quick ]]; then
    unless_given --seconds 1
    unless_given --rounds 1
    [[ $name != throughput ]] || unless_given --shapes 1-1,2-3
    [[ $name != latency ]] || { unless_given --modes one-way && unless_given --rates 10000; }
  fi
  [[ $name == idle ]] || rest+=(--json "$out/$base.json" --command "$original")
  program "${jdk[0]}" jmh "io.mehari.benchmarks.$1" --jdk "$jdks" "${rest[@]}"
}

run_throughput() { run_forks QueueThroughput; }
run_latency() { run_forks QueueLatency; }

run_gauge() {
  need jmh
  [[ -z $quick ]] || unless_given --seconds 3
  program "${jdk[0]}" jmh io.mehari.report.Gauge "${rest[@]}"
}
run_idle() { run_forks IdleCpu; }

run_growth() {
  need jmh
  if [[ -n $quick ]]; then
    unless_given --seconds 0.02
    unless_given --rounds 1
    unless_given --most 100
  fi
  program "${jdk[0]}" jmh io.mehari.benchmarks.Growth --jdk "$jdks" --json "$out/$base.json" --command "$original" "${rest[@]}"
}

# The class path is the jar with Mehari, and the jars of Camel.
run_differential() {
  need differential
  need_peers camel-4.22.0 || return
  [[ -z $quick ]] || unless_given --routes 100
  # Else the JVM throws exceptions without messages at places where many were thrown, and refusals differ by them.
  "${jdk[0]}/bin/java" "${flags[@]}" -XX:-OmitStackTraceInFastThrow \
    -cp "$(module_jar differential):$here/benchmarks/target/peers/camel-4.22.0/*" \
    io.mehari.differential.Differential "${rest[@]}" | tee -ai "$out/$base.txt"
}

run_simulate() {
  need simulation
  [[ -z $quick ]] || unless_given --schedules 1_000
  local each
  for each in "${jdk[@]}"; do
    program "$each" simulation io.mehari.simulation.Simulate "${rest[@]}" || return
  done
}

run_start-up() {
  need jmh
  local each
  for each in "${jdk[@]}"; do
    program "$each" jmh io.mehari.benchmarks.StartUpTimes "$(value --runs "$([[ -n $quick ]] && echo 3 || echo 20)")" || return
  done
}

run_soak() {
  need jmh
  unless_given --messages "$([[ -n $quick ]] && echo 1_000_000 || echo 10_000_000)"
  [[ -z $agent ]] || flags+=("${agent/\{\}/soak}")
  local each queue queues='seda disruptor'
  ! given --kind || queues=$(value --kind '')
  for each in "${jdk[@]}"; do
    for queue in $queues; do
      program "$each" jmh io.mehari.benchmarks.QueueSoak "${rest[@]}" --kind "$queue" || return
    done
  done
}

# The brokers and the route are processes of their own, with the same class path.
run_faults() {
  need brokers
  [[ -z $quick ]] || rest+=(--quick)
  brokers Faults "${rest[@]}" | tee -ai "$out/$base.txt"
}

# brokers CLASS: with its jars, and those of the peers for the processes that it starts.
brokers() {
  "${jdk[0]}/bin/java" "${flags[@]}" -cp "$(module_jar brokers):$here/benchmarks/brokers/target/lib/*" "io.mehari.brokers.$@"
}

run_brokers() {
  ((${#jdk[@]} == 1)) || refuse "brokers takes only one JDK: run it once for each JDK."
  need brokers
  need_peers camel-brokers-4.22.0 spring-jms-7.1.0 || unless_given --peers mehari,mehari-async-send,mehari-async-consumer,mehari-by-key,bare
  [[ -z $quick ]] || rest+=(--quick)
  brokers Speed --json "$out/$base.json" --command "$original" "${rest[@]}" | tee -ai "$out/$base.txt"
}

# network CLASS: with its jars, and those of the peers for the processes that it starts.
network() {
  "${jdk[0]}/bin/java" "${flags[@]}" -cp "$(module_jar network):$here/benchmarks/network/target/lib/*" "io.mehari.network.$@"
}

run_network() {
  ((${#jdk[@]} == 1)) || refuse "network takes only one JDK: run it once for each JDK."
  command -v wrk >/dev/null || given --only || refuse "network needs wrk: apt-get install wrk (or --only tcp,footprint)."
  ulimit -Sn "$(ulimit -Hn)" 2>/dev/null || true # wrk opens 1,000 connections
  need network
  need_peers camel-netty-4.22.0 vertx-5.0.4 || unless_given --peers mehari,mehari-event-loop,netty,jdk
  [[ -z $quick ]] || rest+=(--quick)
  network Network --json "$out/$base.json" --command "$original" "${rest[@]}" | tee -ai "$out/$base.txt"
}

run_network-soak() {
  need network
  [[ -z $quick ]] || rest+=(--quick)
  network Soak "${rest[@]}" | tee -ai "$out/$base.txt"
}

run_stress() {
  need stress
  local options=(-m quick -sc false) each
  [[ -z $quick ]] || options=(-m sanity -sc false -time 50 -strideSize 1000 -strideCount 5)
  for each in "${jdk[@]}"; do
    (cd "$out" && program "$each" stress "${options[@]}" -t "$(value --tests Shipped)" -r "$out/$base-report") || return
  done
}

run_weakened() {
  [[ -z $quick ]] || refuse "weakened has no --quick: a shorter run does not find the faults."
  need stress
  local each
  for each in "${jdk[@]}"; do
    (cd "$out" && program "$each" stress io.mehari.stress.WeakenedTestsFail) || return
  done
}

# jmh_run JDK REGEX OPTIONS...: adds its results to the files in $files.
jmh_run() {
  local file
  file=$(mktemp --suffix .json)
  files+=("$file")
  program "$1" jmh "$2" -rff "$file" "${@:3}"
}

run_jmh() {
  need jmh load
  local options=(-foe true -prof gc -rf json) each files=() forks subject subjects=() code=0
  forks=$(value --forks '')
  if [[ -n $quick ]]; then
    options+=(-wi 1 -i 1 -w 100ms -r 100ms)
    against=${against:-none}
    forks=${forks:-$([[ -n $profile ]] && echo 1 || echo 0)}
  fi
  [[ -z $forks ]] || options+=(-f "$forks")
  if [[ " life watching " != *" $name "* ]]; then
    [[ $against == none ]] || need_peers camel-4.17.0 camel-4.20.0 camel-4.22.0 || against=none
    subject=mehari,$against
    [[ $against != none ]] || subject=mehari
    [[ $name != queue ]] || subject=$(queue_subjects) || exit
    [[ " route pattern " != *" $name "* ]] || subject+=,floor
    [[ -z $against ]] || subjects=(-p "subject=$subject")
  fi
  if [[ -n $profile ]]; then
    options+=(-prof "async:libPath=$library;output=flamegraph;event=${profile/cpu/itimer};dir=$out/$base-$profile")
  fi
  for each in "${jdk[@]}"; do
    jmh_run "$each" "\\.${name^}Benchmark\\.$(value --include '')" "${options[@]}" "${subjects[@]}" || code=$?
    if ((code == 0)) && [[ $name == create && withBody =~ $(value --include '') ]]; then
      jmh_run "$each" '\.CreateBenchmark\.withBody$' "${options[@]}" -p subject=floor || code=$?
    fi
    ((code == 0)) || { rm -f "${files[@]}"; return 1; }
  done
  "${jdk[0]}/bin/java" -cp "$(module_jar load)" io.mehari.report.FromJmh "${files[@]}" -o "$out/$base.json" \
    --title "$name: $(field "$name" 5)" --commit "$commit" --command "$original" >/dev/null
  rm -f "${files[@]}"
}

# ---- the results

# Makes a page and pictures if there is a JSON result, and lists the result files.
show() {
  if [[ -e $out/$base.json ]]; then
    need load
    local report=("${jdk[0]}/bin/java" -cp "$(module_jar load)")
    [[ -e $out/$base.html ]] || "${report[@]}" io.mehari.report.Report "$out/$base.json" -o "$out/$base.html" >/dev/null
    "${report[@]}" io.mehari.report.Pictures "$out/$base.json" -o "$out/$base-svg" >/dev/null
  fi
  printf '\nIn %s:\n' "${out#"$PWD"/}"
  (cd "$out" && find . -maxdepth 1 \( -name "$base.*" -o -name "$base-svg" -o -name "$base-report" \
    -o -name "$base-cpu*" -o -name "$base-alloc*" \) | sed 's|^\./|  |' | sort)
}

# Output of these commands is only printed, not stored.
if [[ $name == load && ${rest[0]:-} == compare ]] || { [[ $own == own ]] && given --help; }; then
  case $name in
    demo) exec "$here/demo" --help ;;
    before-after) echo "./bench before-after COMMIT [COMMIT] [--quick] [--jdk A,B] [--rounds N] [--seconds N] [--seed N] [--fresh]:
$(field "$name" 5). Exit code 1 if an operation is slower or allocates more. docs/lab/README.md explains the table." && exit ;;
    simulate) need simulation && exec "${jdk[0]}/bin/java" -cp "$(module_jar simulation)" io.mehari.simulation.Simulate --help ;;
    faults) need brokers && brokers Faults --help && exit ;;
    brokers) need brokers && brokers Speed --help && exit ;;
    network) need network && network Network --help && exit ;;
    network-soak) need network && network Soak --help && exit ;;
    load) need load && exec "${jdk[0]}/bin/java" -cp "$(module_jar load)" io.mehari.load.Load "${rest[@]}" ;;
    compare) need scenarios && exec "${jdk[0]}/bin/java" -cp "$(module_jar scenarios)" \
      io.mehari.scenarios.compare.Compare --help ;;
  esac
fi

# Ctrl-C ends only the measuring program, which prints its results so far; this script then lists the files.
trap ':' INT
mkdir -p "$out"
printf '$ %s\n\n' "$original" >"$out/$base.txt"
profile
code=0
"run_$kind" || code=$?
show
exit $code
