require "apache2"

local address = "https://shop.example.com/auth/verify"
local key = "the IDENTITY_KEY of the gateway"
local client = require(address:find("^https:") and "ssl.https" or "socket.http")

function verify(r)
    local asked = {
        ["Plid-Identity-Key"] = key,
        ["X-Forwarded-Method"] = r.method,
        ["X-Forwarded-Uri"] = r.unparsed_uri,
    }
    for _, name in ipairs({ "Cookie", "Authorization", "Accept", "Origin", "Sec-Fetch-Site", "Upgrade", "Access-Control-Request-Method" }) do
        asked[name] = r.headers_in[name]
    end
    -- What a caller sends under these names is nobody's; to CGI and WSGI a hyphen and an underscore are one.
    for name in pairs(r:headers_in_table()) do
        local spelled = name:lower():gsub("_", "-")
        if spelled == "plid-identity" or spelled == "x-auth-request-user" then r.headers_in[name] = nil end
    end
    local body, status, answered = client.request({ url = address, headers = asked, redirect = false })
    if body == nil then return 503 end
    if status == 200 then
        r.headers_in["Plid-Identity"] = answered["plid-identity"]
        r.headers_in["X-Auth-Request-User"] = answered["x-auth-request-user"]
        return apache2.DECLINED
    end
    if status == 302 then r.err_headers_out["Location"] = answered["location"] end
    return status
end
