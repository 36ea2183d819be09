# A Rack application with omniauth_openid_connect: /auth/openid_connect begins a login, and the callback answers what it has read.
require 'json'
require 'rack'
require 'rack/handler/webrick'
require 'omniauth'
require 'omniauth_openid_connect'

$stdout.sync = true
service = URI(ENV.fetch('SERVICE'))
# Discovery insists on https, which a deployed service has.
SWD.url_builder = URI::HTTP if service.scheme == 'http'
OmniAuth.config.allowed_request_methods = %i[get post]
OmniAuth.config.silence_get_warning = true
OmniAuth.config.logger.level = Logger::FATAL

app = Rack::Builder.new do
  use Rack::Session::Cookie, secret: 'a secret of the tests, of 32 letters and more, and of 64 of them'
  use OmniAuth::Builder do
    provider :openid_connect,
             issuer: service.to_s, discovery: true, scope: %i[openid profile phone],
             client_options: {
               scheme: service.scheme, host: service.host, port: service.port,
               identifier: ENV.fetch('CLIENT_ID'), secret: ENV.fetch('CLIENT_SECRET'),
               redirect_uri: ENV.fetch('REDIRECT_URI')
             }
  end
  run lambda { |env|
    auth = env['omniauth.auth']
    info = auth ? { uid: auth.uid, name: auth.info.name, phone: auth.info.phone } : {}
    [200, { 'content-type' => 'application/json' }, [info.to_json]]
  }
end

quiet = { Logger: WEBrick::Log.new(File::NULL), AccessLog: [] }
Rack::Handler::WEBrick.run(app, Host: 'localhost', Port: Integer(ENV.fetch('PORT')), **quiet) { puts 'ready' }
