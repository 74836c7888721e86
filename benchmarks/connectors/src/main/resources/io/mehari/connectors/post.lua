-- For wrk: posts 100 bytes, and prints the numbers that Network.java reads.
wrk.method = "POST"
wrk.body = string.rep("b", 100)
wrk.headers["Content-Type"] = "text/plain"

done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("@ wrk\trequests=%d\tseconds=%.6f\tp50 us=%d\tp99 us=%d\tp99.9 us=%d\terrors=%d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
    e.connect + e.read + e.write + e.status + e.timeout))
end
