<?php
/**
 * Reads the user record of a phone-number login: checks it, decrypts its fields, and evens out every spelling that the
 * specification allows (sections 2.1 and 2.2). Needs PHP 8 with OpenSSL.
 */

/** Whether a field travels encrypted, and what it looks like in the clear. */
const PLID_FIELDS = [
    'ci' => [true, '/^[\x21-\x7e]+$/D'],
    'phoneNo' => [true, '/^01[0-9]{9}$/D'],
    'name' => [true, '/^[^\x00-\x1f\x7f-\x{9f}]+$/Du'],
    'gender' => [false, '/^[FM]$/D'],
    'agegroup' => [false, '/^(0|[1-9]0|1[0-4]0)$/D'],
    'birthday' => [true, '/^[0-9]{4}$/D'],
    'birthdate' => [true, '/^[0-9]{6}$/D'],
    'foreign' => [false, '/^[LF]$/D'],
    'telcoCd' => [false, '/^[SKL]$/D'],
];

/**
 * @param array $answer json_decode(…, true) of GET /v1/user/me
 * @return array plid, autoLoginYn, autoStatusCheck, and the fields that have a value: after an automatic sign-in there is none.
 *   A field that is not what section 2.1 describes is left out: one odd value doesn't lock a user out. After a wrong client secret
 *   every encrypted field is left out.
 * @throws UnexpectedValueException where the answer is a refusal, or names no user
 */
function plid_read_user(array $answer, string $clientSecret): array
{
    if (($answer['code'] ?? null) !== '0000') {
        throw new UnexpectedValueException('The service refused: ' . ($answer['error'] ?? '') . ' ' . ($answer['message'] ?? ''));
    }
    $sent = $answer['user'] ?? [];
    if (!is_string($sent['plid'] ?? null) || $sent['plid'] === '') {
        throw new UnexpectedValueException('The answer names no user');
    }
    $user = ['plid' => $sent['plid']];
    foreach (['autoLoginYn', 'autoStatusCheck'] as $flag) {
        $user[$flag] = ($sent[$flag] ?? '') === 'Y' ? 'Y' : 'N';
    }
    foreach (array_keys(PLID_FIELDS) as $name) {
        try {
            $value = plid_read_field($name, $sent[$name] ?? '', $clientSecret);
        } catch (UnexpectedValueException) {
            continue;
        }
        if ($value !== '') {
            $user[$name] = $value;
        }
    }
    return $user;
}

/**
 * One field in the clear, empty where it has no value.
 * @throws UnexpectedValueException where it is not what section 2.1 describes
 */
function plid_read_field(string $name, mixed $sent, string $clientSecret): string
{
    [$encrypted, $format] = PLID_FIELDS[$name];
    // A field may be missing, null or empty; agegroup may be a number.
    $value = is_array($sent) ? 'none' : (string) $sent;
    // The empty agegroup of an automatic sign-in may come encrypted.
    if ($value !== '' && ($encrypted || ($name === 'agegroup' && !preg_match($format, $value)))) {
        $value = plid_decrypt($value, $clientSecret);
    }
    if ($name === 'phoneNo') {
        $value = plid_mobile_number($value);
    } elseif ($name === 'name') {
        $value = trim($value);
    }
    if ($value !== '' && preg_match($format, $value) !== 1) {
        throw new UnexpectedValueException("$name is not what the specification describes");
    }
    return $value;
}

/**
 * One encrypted field: Base64 of AES-128-CBC, where key and initialization vector are the first 16 characters of the client
 * secret.
 * @throws UnexpectedValueException where it was not encrypted with this secret
 */
function plid_decrypt(string $value, string $clientSecret): string
{
    $key = substr($clientSecret, 0, 16);
    // In strict mode, too, line breaks and missing padding are accepted, as other encoders write it.
    $bytes = base64_decode($value, true);
    $clear = $bytes === false ? false : openssl_decrypt($bytes, 'aes-128-cbc', $key, OPENSSL_RAW_DATA, $key);
    if ($clear === false || preg_match('//u', $clear) !== 1) {
        throw new UnexpectedValueException('A field was not encrypted with this client secret');
    }
    return $clear;
}

/** 11 digits, whether it came with hyphens or the country code. */
function plid_mobile_number(string $written): string
{
    $bare = preg_replace('/[\s().-]/', '', $written);
    return preg_replace('/^1/', '01', preg_replace('/^(\+|00)?82/', '', $bare));
}
