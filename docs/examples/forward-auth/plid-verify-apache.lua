-- Used by apache.conf. lua-http verifies the gateway's certificate and host name. (LuaSec checks no host name.)
require "apache2"
-- Debian 12 installs some of lua-http's modules only in this folder.
package.path = package.path .. ";/usr/share/lua/5.2/?.lua"
local request = require "http.request"

local address = "https://shop.example.com/auth/verify"
local key = "the proxy key of the gateway"
local passed = {
    "Cookie", "Authorization", "Accept", "Origin", "Referer", "Sec-Fetch-Site", "Sec-Fetch-Mode",
    "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Access-Control-Request-Method",
}

local function ask(r)
    local question = request.new_from_uri(address)
    question.version = 1.1
    question.follow_redirects = false
    question.cookie_store = false
    question.headers:upsert("plid-identity-key", key)
    question.headers:upsert("x-forwarded-method", r.method)
    question.headers:upsert("x-forwarded-uri", r.unparsed_uri)
    for _, name in ipairs(passed) do
        local value = r.headers_in[name]
        if value then question.headers:upsert(name:lower(), value) end
    end
    local headers, stream = question:go(5)
    if headers then stream:shutdown() end
    return headers
end

function verify(r)
    local answered = ask(r)
    -- Remove what a caller sends under these names. CGI and WSGI treat a hyphen and an underscore alike.
    for name in pairs(r:headers_in_table()) do
        local spelled = name:lower():gsub("_", "-")
        if spelled == "plid-identity" or spelled == "x-auth-request-user" then r.headers_in[name] = nil end
    end
    if not answered then return 503 end
    local status = tonumber(answered:get(":status"))
    if status == 200 then
        r.headers_in["Plid-Identity"] = answered:get("plid-identity")
        return apache2.DECLINED
    end
    if status == 302 then r.err_headers_out["Location"] = answered:get("location") end
    return status
end
