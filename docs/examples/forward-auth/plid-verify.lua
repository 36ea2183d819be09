-- Beside haproxy.cfg. HAProxy's own HTTP client asks the gateway; `httpclient.ssl.ca-file` and `httpclient.resolvers.id` of HAProxy say how it finds and trusts it.
local address = "https://shop.example.com/auth/verify"
local key = "the IDENTITY_KEY of the gateway"

core.register_action("plid-verify", { "http-req" }, function(txn)
    local asked = {
        ["plid-identity-key"] = { key },
        ["x-forwarded-method"] = { txn.sf:method() },
        ["x-forwarded-uri"] = { txn.sf:pathq() },
    }
    local got = txn.http:req_get_headers()
    for _, name in ipairs({ "cookie", "authorization", "accept", "origin", "sec-fetch-site", "upgrade", "access-control-request-method" }) do
        if got[name] ~= nil then
            local values = {}
            for index = 0, #got[name] do values[#values + 1] = got[name][index] end
            asked[name] = { table.concat(values, name == "cookie" and "; " or ", ") }
        end
    end
    local answer = core.httpclient():get({ url = address, headers = asked, timeout = 5000 })
    local function header(name)
        local values = answer.headers and answer.headers[name]
        return values and (values[0] or values[1])
    end
    txn:set_var("txn.plid_status", answer.status or 0)
    for name, header_name in pairs({ plid_login = "location", plid_identity = "plid-identity", plid_user = "x-auth-request-user" }) do
        local value = header(header_name)
        if value ~= nil then txn:set_var("txn." .. name, value) end
    end
end, 0)
