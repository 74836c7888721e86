-- For wrk: posts 100 bytes, and prints what Wrk.java reads.
wrk.method = "POST"
wrk.body = string.rep("b", 100)
wrk.headers["Content-Type"] = "text/plain"

done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
    e.connect + e.read + e.write + e.status + e.timeout))
end
