-- For wrk: asks for the cubes of the file CUBES in turn, and writes what came back to the file ANSWERS, one line a
-- response: the facelets and the moves, or the status.
local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(args)
  cubes = {}
  for line in io.lines(os.getenv("CUBES")) do
    cubes[#cubes + 1] = "/v1/solve?max_length=21&cube=" .. line
  end
  at = number * 137
  out = io.open(os.getenv("ANSWERS") .. "." .. number, "w")
end

function request()
  at = at % #cubes + 1
  return wrk.format("GET", cubes[at])
end

function response(status, headers, body)
  if status == 200 then
    out:write(body:match('"facelets":"(%u+)"') or "?", " ", body:match('"moves":"([^"]*)"') or "?", "\n")
  else
    out:write("status ", status, "\n")
  end
end

function done(summary, latency, requests)
  io.write(string.format("%d requests, %d answers that were no success, %d lost (connect %d, read %d, write %d, timeout %d)\n",
    summary.requests, summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.errors.connect, summary.errors.read, summary.errors.write, summary.errors.timeout))
end
