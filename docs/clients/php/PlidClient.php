<?php
/**
 * Phone-number sign-in for a website in PHP: authorization request, callback, user record, and disconnect. Needs PHP 8.1
 * or later with OpenSSL, and fields.php of this project in the same folder. It doesn't push requests (RFC 9126).
 */

require_once __DIR__ . '/fields.php';

/** A failed sign-in. `type` is a key of FAILURES. */
final class SignInFailed extends Exception
{
    /** Status and texts of each failed outcome. */
    private const FAILURES = [
        'cancelled' => [400, '로그인이 취소되었습니다.', 'The sign-in was cancelled.'],
        'denied' => [400, '휴대폰에서 로그인이 승인되지 않았습니다.', 'The sign-in wasn’t approved on the phone.'],
        'expired' => [400, '제한 시간 안에 로그인을 마치지 못했습니다.', 'The sign-in wasn’t finished in time.'],
        'no_app' => [
            400,
            '통신사의 인증 앱에 등록되지 않은 번호입니다. 앱에 번호를 등록한 뒤 다시 로그인해 주세요.',
            'This number isn’t registered in your carrier’s app. Register it there, and then sign in again.',
        ],
        'under_age' => [
            400,
            '이 사이트에서 정한 최소 나이보다 어려 로그인할 수 없습니다.',
            'You can’t sign in because you’re younger than this site’s minimum age.',
        ],
        'refused' => [400, '로그인하지 못했습니다.', 'You are not signed in.'],
        'unavailable' => [
            503,
            '지금은 로그인할 수 없습니다. 잠시 후 다시 시도해 주세요.',
            'You can’t sign in right now. Please try again in a moment.',
        ],
        'misconfigured' => [
            500,
            '이 사이트에 문제가 있어 로그인할 수 없습니다.',
            'You can’t sign in because of a problem with this site.',
        ],
    ];

    /** The HTTP status of the page. */
    public readonly int $status;
    /** The texts of the page. */
    public readonly string $textKo;
    public readonly string $textEn;

    public function __construct(public readonly string $type, string $detail, public string $returnTo = '/')
    {
        parent::__construct("$type: $detail");
        [$this->status, $this->textKo, $this->textEn] = self::FAILURES[$type];
        if ($type === 'misconfigured') {
            error_log($this->getMessage());
        }
    }

    /** An HTML page in Korean and English. */
    public function page(): string
    {
        // Another try of a user who is too young would fail too.
        [$path, $ko, $en] = $this->type === 'under_age' ? ['/', '처음으로', 'Home'] : [$this->returnTo, '다시 시도', 'Try again'];
        $link = '<a href="' . htmlspecialchars($path) . "\">$ko <span lang=\"en\">$en</span></a>";
        return "<!doctype html><html lang=\"ko\"><meta charset=\"utf-8\"><title>$this->textKo</title>"
            . "<p role=\"alert\">$this->textKo</p><p lang=\"en\">$this->textEn</p><p>$link</p></html>";
    }
}

/** A client of the login service. */
final class PlidClient
{
    private const TIMEOUT = 10; // Seconds without an answer.
    private const MAX_ANSWER = 65_536; // Bytes.
    private const MAX_SIGN_INS = 5; // Unfinished sign-ins per browser, such as one in each tab.

    /** The outcome for each reason of an access_denied. */
    private const REASONS = [
        'denied' => 'denied',
        'wrong_number' => 'denied',
        'unanswered' => 'expired',
        'expired' => 'expired',
        'unregistered' => 'no_app',
        'underage' => 'under_age',
    ];

    private readonly string $service;

    /** @throws InvalidArgumentException if an address is neither https nor on this machine. */
    public function __construct(
        string $service,
        private readonly string $clientId,
        private readonly string $clientSecret,
        private readonly string $redirectUri,
    ) {
        foreach ([$service, $redirectUri] as $url) {
            $parts = parse_url($url);
            if (($parts['scheme'] ?? '') !== 'https' && !in_array($parts['host'] ?? '', ['localhost', '127.0.0.1'], true)) {
                throw new InvalidArgumentException("Set an https address instead of $url");
            }
        }
        $this->service = rtrim($service, '/');
    }

    /**
     * Returns the address to redirect the browser to. Keep `$signIns` in the browser's session. With `$withPhone`, the user
     * isn't signed in automatically.
     */
    public function start(array &$signIns, string $returnTo = '/', bool $withPhone = false): string
    {
        [$state, $verifier] = [self::base64Url(random_bytes(32)), self::base64Url(random_bytes(32))];
        $signIns = array_slice($signIns, 1 - self::MAX_SIGN_INS, null, true);
        $signIns[$state] = ['verifier' => $verifier, 'returnTo' => self::safePath($returnTo), 'withPhone' => $withPhone];
        $query = [
            'response_type' => 'code',
            'client_id' => $this->clientId,
            'redirect_uri' => $this->redirectUri,
            'state' => $state,
            'code_challenge' => self::base64Url(hash('sha256', $verifier, true)),
            'code_challenge_method' => 'S256',
        ] + ($withPhone ? ['prompt' => 'login'] : []);
        return "$this->service/oauth2/authorize?" . http_build_query($query);
    }

    /**
     * Completes a sign-in. `$query` is the callback's query, such as `$_GET`. Returns the user and the path to continue to.
     * @throws SignInFailed
     */
    public function finish(array &$signIns, array $query): array
    {
        // PHP makes an array of a parameter such as `state[]`.
        $query = array_filter($query, 'is_string');
        $signIn = $signIns[$query['state'] ?? ''] ?? null;
        if ($signIn === null) {
            throw new SignInFailed('refused', "The state doesn't belong to a sign-in of this browser.");
        }
        unset($signIns[$query['state']]);
        try {
            return [$this->user($signIn, $query), $signIn['returnTo']];
        } catch (SignInFailed $failure) {
            $failure->returnTo = $signIn['returnTo'];
            throw $failure;
        }
    }

    /**
     * Ends the user's consent, automatic sign-in, and tokens.
     * @throws SignInFailed
     */
    public function disconnect(string $plid): void
    {
        try {
            $this->call('/v1/user/disconnect', ['plid' => $plid]);
        } catch (SignInFailed $failure) {
            // Refused: the user has already disconnected elsewhere.
            if ($failure->type !== 'refused') {
                throw $failure;
            }
        }
    }

    /** Whether the device signed the user in without the phone, so that the user has only the plid (§2.1). */
    public static function isAutomatic(array $user): bool
    {
        return $user['autoLoginYn'] === 'Y' && $user['autoStatusCheck'] === 'N';
    }

    private function user(array $signIn, array $query): array
    {
        if (($query['error'] ?? '') !== '') {
            $denied = self::REASONS[$query['plid_reason'] ?? ''] ?? 'cancelled';
            $type = $query['error'] === 'access_denied' ? $denied : 'refused';
            throw new SignInFailed($type, 'The service redirected the user back with an error.');
        }
        if (($query['code'] ?? '') === '' || ($query['iss'] ?? $this->service) !== $this->service) {
            throw new SignInFailed('refused', 'The callback has no code, or is from another service.');
        }
        $form = ['grant_type' => 'authorization_code', 'code' => $query['code'], 'code_verifier' => $signIn['verifier']];
        $token = $this->call('/oauth2/token', $form)['access_token'] ?? '';
        try {
            $user = plid_read_user($this->call('/v1/user/me', token: (string) $token), $this->clientSecret);
        } catch (UnexpectedValueException) {
            throw new SignInFailed('misconfigured', "The user record isn't valid.");
        }
        if ($signIn['withPhone'] && self::isAutomatic($user)) {
            throw new SignInFailed('refused', 'The service signed the user in without the phone.');
        }
        return $user;
    }

    private function call(string $path, ?array $form = null, ?string $token = null): array
    {
        $basic = base64_encode("$this->clientId:$this->clientSecret");
        $headers = [$token === null ? "Authorization: Basic $basic" : "Authorization: Bearer $token"];
        if ($form !== null) {
            $headers[] = 'Content-Type: application/x-www-form-urlencoded';
        }
        $stream = @fopen($this->service . $path, 'r', false, stream_context_create(['http' => [
            'method' => $form === null ? 'GET' : 'POST',
            'header' => $headers,
            'content' => http_build_query($form ?? []),
            'timeout' => self::TIMEOUT,
            'ignore_errors' => true,
            // A redirect would send the credentials to another server.
            'follow_location' => 0,
        ]]));
        if ($stream === false) {
            throw new SignInFailed('unavailable', "$path: the service isn't reachable.");
        }
        $body = (string) stream_get_contents($stream, self::MAX_ANSWER);
        ['wrapper_data' => $lines, 'timed_out' => $isLate] = stream_get_meta_data($stream);
        fclose($stream);
        $status = (int) (explode(' ', $lines[0])[1] ?? 0);
        $answer = json_decode($body, true);
        if ($isLate) {
            throw new SignInFailed('unavailable', "$path: the service didn't answer in time.");
        }
        if ($status !== 200) {
            throw self::refusal($path, $status, is_string($answer['error'] ?? null) ? $answer['error'] : 'no error code');
        }
        return is_array($answer) ? $answer : throw new SignInFailed('misconfigured', "$path returned no JSON object.");
    }

    private static function refusal(string $path, int $status, string $word): SignInFailed
    {
        $detail = "$path returned status $status, " . substr($word, 0, 64) . '.';
        // A wrong code is a 500 (§4.2). Cloudflare reports an unreachable service with 520 to 530.
        if (in_array($status, [429, 502, 503, 504, ...range(520, 530)], true)) {
            return new SignInFailed('unavailable', $detail);
        }
        $isMisconfigured = $word === 'invalid_client' || in_array($status, [401, 404], true) || $status < 400;
        return new SignInFailed($isMisconfigured ? 'misconfigured' : 'refused', $detail);
    }

    /** A path of this website, such as /orders?page=2. Any other value counts as /. */
    private static function safePath(string $path): string
    {
        return preg_match('~^/(?![/\\\\])[^\x00-\x20\x7f\\\\]{0,499}$~D', $path) === 1 ? $path : '/';
    }

    private static function base64Url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
