<?php

// Debian has Laravel's framework, but no template of a project. This file does what the template's kernels and composer do.

use Illuminate\Contracts\Console\Kernel as ConsoleKernel;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as HttpKernel;
use Illuminate\Foundation\Application;
use Illuminate\Support\Facades\Route;

require_once 'Illuminate/autoload.php';

spl_autoload_register(function (string $class) {
    $file = dirname(__DIR__) . '/' . lcfirst(strtr($class, '\\', '/')) . '.php';
    if (str_starts_with($class, 'App\\') && is_file($file)) {
        require $file;
    }
});

$app = new Application(dirname(__DIR__));
$app->singleton(HttpKernel::class, Illuminate\Foundation\Http\Kernel::class);
$app->singleton(ConsoleKernel::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);

$app->booted(function () {
    Route::aliasMiddleware('auth', Illuminate\Auth\Middleware\Authenticate::class);
    Route::middlewareGroup('web', [
        App\Http\Middleware\SameOrigin::class,
        Illuminate\Cookie\Middleware\EncryptCookies::class,
        Illuminate\Cookie\Middleware\AddQueuedCookiesToResponse::class,
        Illuminate\Session\Middleware\StartSession::class,
        Illuminate\Foundation\Http\Middleware\VerifyCsrfToken::class,
    ]);
    Route::middleware('web')->group(base_path('routes/web.php'));
    Route::getRoutes()->refreshNameLookups();
});

return $app;
