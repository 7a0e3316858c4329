<?php
/*
 * Runs inside the hosting panel, as the account's own user, after the panel has checked cookie, path
 * segment and address. It passes the request on to Postern's Unix socket, signed with the account's key
 * for this one request, and sends the answer back as it comes. Needs PHP 7.4 or newer and nothing else.
 * plugin/panel/shim/envelope.ts reads what is signed here.
 */
declare(strict_types=1);

namespace Postern\Shim;

/** Where the account keys are; a settings.php beside this file may name another directory. */
const KEY_DIRECTORY = '/etc/postern/shim/keys';
const CONNECT_SECONDS = 5;
/** Longer than any pause of Postern: it answers every request within its own limit. */
const SILENCE_SECONDS = 150;
const CHUNK_BYTES = 65536;
const MAX_HEAD_LINES = 100;
const MAX_LINE_BYTES = 16384;
/** Request headers that are passed on; all others are the panel's business. */
const FORWARDED_HEADERS = [
    'Accept', 'Accept-Encoding', 'Accept-Language', 'Host', 'If-Modified-Since', 'If-None-Match',
    'Last-Event-ID', 'Origin', 'Range', 'Sec-Fetch-Dest', 'Sec-Fetch-Mode', 'Sec-Fetch-Site',
    'Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset', 'User-Agent',
    'X-Requested-With', 'X-Roundcube-Request',
];
const HOP_BY_HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade'];

/** The request cannot be passed on. The message goes to the log and never holds a secret; the code is an HTTP status. */
final class Refused extends \RuntimeException
{
}

require __DIR__ . '/upload.php';

main();

function main(): void
{
    // A warning of PHP in the middle of an answer would spoil it.
    ini_set('display_errors', '0');
    ini_set('default_mimetype', '');
    ini_set('default_charset', '');
    ini_set('zlib.output_compression', '0');
    set_time_limit(0);
    while (ob_get_level() > 0) {
        ob_end_clean();
    }
    header_remove('X-Powered-By');
    try {
        $caller = readCaller();
        $account = readAccount($caller['home']);
        $body = readBody();
        $gateway = connect($account['socket']);
        sendHead($gateway, $caller, $body, envelopeOf($caller, $account, $body));
        sendBody($gateway, $body['parts']);
        relayAnswer($gateway);
    } catch (Refused $refused) {
        refuse($refused->getMessage(), $refused->getCode() ?: 503);
    }
}

/** What the panel says of the caller. Everything but the password and the temporary user must be there. */
function readCaller(): array
{
    $caller = [
        'method' => variable('REQUEST_METHOD'),
        'target' => variable('REQUEST_URI'),
        'user' => variable('REMOTE_USER'),
        'token' => variable('cp_security_token'),
        'ip' => variable('REMOTE_ADDR'),
        'home' => variable('HOME'),
    ];
    foreach ($caller as $name => $value) {
        if ($value === '') {
            throw new Refused("the panel does not tell the caller's $name");
        }
    }
    if (strpos($caller['target'], $caller['token'] . '/') !== 0) {
        throw new Refused('the address is not under the segment of the panel session');
    }
    if (preg_match('/^[A-Z]{3,10} [!-~]+$/D', "{$caller['method']} {$caller['target']}") !== 1) {
        throw new Refused('the request line is malformed');
    }
    $caller['password'] = variable('REMOTE_PASSWORD');
    $caller['temporaryUser'] = variable('REMOTE_TEMP_USER');
    return $caller;
}

/** Account name, key and socket, from a file that nobody but this account may read. */
function readAccount(string $home): array
{
    $settings = __DIR__ . '/settings.php';
    $directory = is_file($settings) ? (include $settings)['keyDirectory'] : KEY_DIRECTORY;
    $path = $directory . '/' . basename($home) . '.json';
    clearstatcache();
    if (!is_readable($path) || is_link($path)) {
        throw new Refused("$path cannot be read: is the account registered?");
    }
    if ((fileperms($path) & 0077) !== 0) {
        throw new Refused("$path can be read by others");
    }
    $account = json_decode((string) file_get_contents($path), true);
    foreach (['account', 'key', 'socket'] as $field) {
        if (!is_array($account) || !is_string($account[$field] ?? null) || $account[$field] === '') {
            throw new Refused("$path has no $field");
        }
    }
    return $account;
}

/**
 * The body with its length and digest. PHP keeps what it has read in files of its own, so that it can be
 * sent in a second reading; it is never whole in memory.
 */
function readBody(): array
{
    $body = ['type' => variable('CONTENT_TYPE'), 'parts' => [['file' => 'php://input']]];
    [$length, $digest] = measure($body['parts']);
    $declared = variable('CONTENT_LENGTH');
    if ($declared !== '' && (int) $declared !== $length) {
        if (strpos(strtolower($body['type']), 'multipart/form-data') !== 0) {
            throw new Refused('the body is incomplete');
        }
        $body = uploadedForm();
        [$length, $digest] = measure($body['parts']);
    }
    return $body + ['length' => $length, 'digest' => $digest];
}

/** Length and SHA-256 of all parts together. */
function measure(array $parts): array
{
    $digest = hash_init('sha256');
    $length = 0;
    foreach ($parts as $part) {
        if (isset($part['text'])) {
            hash_update($digest, $part['text']);
            $length += strlen($part['text']);
        } else {
            $length += hash_update_stream($digest, fopen($part['file'], 'rb'));
        }
    }
    return [$length, hash_final($digest)];
}

/** Who asks for what, sealed with the account's key: good for this request, once, for half a minute. */
function envelopeOf(array $caller, array $account, array $body): string
{
    $envelope = base64Url(json_encode([
        'account' => $account['account'],
        'user' => $caller['user'],
        'token' => $caller['token'],
        'ip' => $caller['ip'],
        'temporaryUser' => $caller['temporaryUser'],
        'password' => base64Url($caller['password']),
        'time' => (int) round(microtime(true) * 1000),
        'nonce' => bin2hex(random_bytes(16)),
        'body' => $body['digest'],
    ], JSON_INVALID_UTF8_SUBSTITUTE));
    $signed = "postern-shim-1\n{$caller['method']}\n{$caller['target']}\n$envelope";
    return $envelope . '.' . hash_hmac('sha256', $signed, $account['key']);
}

/** @return resource */
function connect(string $socket)
{
    $gateway = @stream_socket_client("unix://$socket", $code, $reason, CONNECT_SECONDS);
    if ($gateway === false) {
        throw new Refused("$socket does not answer: $reason");
    }
    stream_set_timeout($gateway, SILENCE_SECONDS);
    return $gateway;
}

/** HTTP/1.0, so that the answer ends where the connection ends and needs no decoding. */
function sendHead($gateway, array $caller, array $body, string $envelope): void
{
    $head = ["{$caller['method']} {$caller['target']} HTTP/1.0", "X-Postern-Shim: $envelope"];
    foreach (FORWARDED_HEADERS as $name) {
        $head[] = headerLine($name, variable('HTTP_' . strtoupper(strtr($name, '-', '_'))));
    }
    $head[] = headerLine('Cookie', ownCookies(variable('HTTP_COOKIE')));
    $head[] = headerLine('X-Forwarded-For', $caller['ip']);
    $isEncrypted = !in_array(strtolower(variable('HTTPS')), ['', 'off'], true);
    $head[] = headerLine('X-Forwarded-Proto', $isEncrypted ? 'https' : 'http');
    if ($body['length'] > 0 || $caller['method'] === 'POST') {
        $head[] = headerLine('Content-Type', $body['type']);
        $head[] = headerLine('Content-Length', (string) $body['length']);
    }
    fwrite($gateway, implode("\r\n", array_filter($head)) . "\r\n\r\n");
}

/** A gateway that refuses a body early closes: then its answer says why. */
function sendBody($gateway, array $parts): void
{
    foreach ($parts as $part) {
        if (isset($part['text'])) {
            @fwrite($gateway, $part['text']);
        } else {
            @stream_copy_to_stream(fopen($part['file'], 'rb'), $gateway);
        }
    }
}

function relayAnswer($gateway): void
{
    $status = fgets($gateway, MAX_LINE_BYTES);
    if ($status === false || preg_match('~^HTTP/1\.[01] ([1-5]\d\d)~', $status, $match) !== 1) {
        throw new Refused('Postern did not answer');
    }
    http_response_code((int) $match[1]);
    for ($lines = 0; ($line = fgets($gateway, MAX_LINE_BYTES)) !== false; $lines++) {
        $line = rtrim($line, "\r\n");
        if ($line === '') {
            break;
        }
        if ($lines >= MAX_HEAD_LINES) {
            throw new Refused('the answer has too many headers');
        }
        $name = strtolower(strstr($line, ':', true) ?: '');
        if (!in_array($name, HOP_BY_HOP_HEADERS, true)) {
            header($line, $name !== 'set-cookie');
        }
    }
    while (!feof($gateway) && !connection_aborted()) {
        // What fgets has read ahead goes out first: asked for more, PHP would wait for more.
        $ahead = stream_get_meta_data($gateway)['unread_bytes'];
        $chunk = fread($gateway, $ahead > 0 ? $ahead : CHUNK_BYTES);
        if ($chunk === false || stream_get_meta_data($gateway)['timed_out']) {
            break;
        }
        echo $chunk;
        flush();
    }
}

/** The panel's cookies open the panel: they stay here. */
function ownCookies(string $header): string
{
    $cookies = array_map('trim', explode(';', $header));
    $isOwn = static fn (string $cookie): bool => preg_match('/^((__Host-)?postern[^=]*|session_locale)=/', $cookie) === 1;
    return implode('; ', array_filter($cookies, $isOwn));
}

function headerLine(string $name, string $value): string
{
    $isUsable = $value !== '' && preg_match('/[\x00-\x1f\x7f]/', $value) !== 1;
    return $isUsable ? "$name: $value" : '';
}

function variable(string $name): string
{
    $value = getenv($name);
    return $value === false ? '' : $value;
}

function base64Url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function refuse(string $reason, int $status): void
{
    error_log("postern shim: $reason");
    if (headers_sent()) {
        return;
    }
    http_response_code($status);
    header('Content-Type: text/plain; charset=utf-8');
    header('Cache-Control: no-store');
    header('Retry-After: 5');
    echo $status === 413
        ? "What you sent is too large.\n"
        : "Webmail cannot be opened just now. Please try again, or tell the administrator.\n";
}
