<?php

$isSecure = str_starts_with(env('APP_URL'), 'https:');

return [
    'driver' => 'file',
    'files' => storage_path('framework/sessions'),
    'cookie' => $isSecure ? '__Host-session' : 'session',
    'secure' => $isSecure,
    'http_only' => true,
    'same_site' => 'lax',
    'path' => '/',
    'domain' => null,
    'lifetime' => 12 * 60,
    'expire_on_close' => false,
    'lottery' => [2, 100],
];
