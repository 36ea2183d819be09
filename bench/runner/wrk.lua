-- Sends the raw requests of a file, separated by NUL (the first argument): round and round, or each of them once (PLID_ONCE=1).
-- Once all of them were sent the last one is repeated: the server refuses it, and the run does not count.
local requests, sent, count = {}, 0, 0
local once = os.getenv("PLID_ONCE") == "1"

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("[^%z]+") do
    count = count + 1
    requests[count] = request
  end
  file:close()
end

function request()
  sent = sent + 1
  if sent > count then sent = once and count or 1 end
  return requests[sent]
end

function done(summary)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"microseconds":%d,"refused":%d,"failed":%d}\n',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
