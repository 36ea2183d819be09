-- Used by haproxy.cfg. HAProxy's own HTTP client asks the gateway.
local address = "https://shop.example.com/auth/verify"
local key = "the proxy key of the gateway"
local passed = {
    "cookie", "authorization", "accept", "origin", "referer", "sec-fetch-site", "sec-fetch-mode",
    "sec-websocket-key", "sec-websocket-version", "access-control-request-method",
}

-- The application receives no cookie of the gateway.
local function cookies_of_application(header)
    local kept = {}
    for cookie in header:gmatch("[^;]+") do
        local name = cookie:match("^[%s=]*([^=]*)"):lower()
        name = name:gsub("^__host%-", ""):gsub("^__secure%-", "")
        if name:sub(1, 5) ~= "plid-" then kept[#kept + 1] = cookie end
    end
    return (table.concat(kept, ";"):gsub("^%s+", ""))
end

core.register_action("plid-verify", { "http-req" }, function(txn)
    local asked = {
        ["plid-identity-key"] = { key },
        ["x-forwarded-method"] = { txn.sf:method() },
        ["x-forwarded-uri"] = { txn.sf:pathq() },
    }
    local got = txn.http:req_get_headers()
    for _, name in ipairs(passed) do
        if got[name] ~= nil then
            local values = {}
            for index = 0, #got[name] do values[#values + 1] = got[name][index] end
            asked[name] = { table.concat(values, name == "cookie" and "; " or ", ") }
        end
    end
    if asked.cookie then
        local cookies = cookies_of_application(asked.cookie[1])
        txn.http:req_del_header("cookie")
        if cookies ~= "" then txn.http:req_set_header("cookie", cookies) end
    end
    local answer = core.httpclient():get({ url = address, headers = asked, timeout = 5000 })
    local function header(name)
        local values = answer.headers and answer.headers[name]
        return values and (values[0] or values[1])
    end
    txn:set_var("txn.plid_status", answer.status or 0)
    for name, header_name in pairs({ plid_login = "location", plid_identity = "plid-identity" }) do
        local value = header(header_name)
        if value ~= nil then txn:set_var("txn." .. name, value) end
    end
end, 0)
