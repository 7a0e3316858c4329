<?php
/*
 * A form with files, which PHP has taken apart before index.php runs, put together again. The files stay
 * on disk, where PHP laid them.
 */
declare(strict_types=1);

namespace Postern\Shim;

/** Content type and parts of the form: each part is a text or the path of a file. */
function uploadedForm(): array
{
    $boundary = 'postern-' . bin2hex(random_bytes(16));
    $parts = [];
    foreach ($_POST as $name => $values) {
        foreach ((array) $values as $value) {
            $head = partHead($boundary, (string) $name, '');
            $parts[] = ['text' => $head . (is_string($value) ? $value : '') . "\r\n"];
        }
    }
    foreach (uploadedFiles() as $file) {
        $type = preg_match('~^[\w.+-]+/[\w.+-]+$~', $file['type']) === 1 ? $file['type'] : '';
        $head = "; filename=\"{$file['name']}\"\r\nContent-Type: " . ($type ?: 'application/octet-stream');
        $parts[] = ['text' => partHead($boundary, 'files', $head)];
        $parts[] = ['file' => $file['path']];
        $parts[] = ['text' => "\r\n"];
    }
    $parts[] = ['text' => "--$boundary--\r\n"];
    return ['type' => "multipart/form-data; boundary=$boundary", 'parts' => $parts];
}

/** PHP leaves files out beyond its limits: a message must not go out without one of its files. */
function uploadedFiles(): array
{
    $files = [];
    foreach ($_FILES as $field) {
        foreach ((array) $field['error'] as $index => $error) {
            if ($error === UPLOAD_ERR_NO_FILE) {
                continue;
            }
            if ($error !== UPLOAD_ERR_OK) {
                throw new Refused("PHP refused an upload (error $error): see .user.ini", 413);
            }
            $files[] = [
                'name' => quotable(((array) $field['name'])[$index]),
                'type' => ((array) $field['type'])[$index],
                'path' => ((array) $field['tmp_name'])[$index],
            ];
        }
    }
    if (count($files) >= (int) ini_get('max_file_uploads')) {
        throw new Refused('more files than PHP takes (max_file_uploads)', 413);
    }
    return $files;
}

function partHead(string $boundary, string $name, string $more): string
{
    return "--$boundary\r\nContent-Disposition: form-data; name=\"" . quotable($name) . "\"$more\r\n\r\n";
}

/** As browsers write names into quotes (HTML, "multipart/form-data encoding algorithm"). */
function quotable(string $name): string
{
    return strtr($name, ['"' => '%22', "\r" => '%0D', "\n" => '%0A']);
}
