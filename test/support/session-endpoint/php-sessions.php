<?php
// Requests of a Roundcube as its session store sees them: a connection each, AUTH, SELECT, GET, a page, SETEX.
// One line for each on the output; ends when its input does.
[, $place, $password, $id, $isPersistent] = $argv;
stream_set_blocking(STDIN, false);
/** The last variables known to be stored; null: not known. */
$written = null;
for ($page = 1; !feof(STDIN); $page++) {
    fread(STDIN, 1);
    try {
        $redis = new Redis();
        $connect = $isPersistent === '1' ? 'pconnect' : 'connect';
        [$host, $port] = $place[0] === '/' ? [$place, 0] : explode(':', $place);
        if (!$redis->$connect($host, (int) $port)) throw new Exception('not connected');
        if (!$redis->auth($password)) throw new Exception('not authenticated');
        if (!$redis->select(0)) throw new Exception('not selected');
        $value = $redis->get($id);
        if ($written !== null && ($value === false || unserialize($value)['vars'] !== $written)) {
            throw new Exception('read something else than was written');
        }
        usleep(30000);
        $vars = 'user_id|s:1:"7";page|i:' . $page . ';';
        $session = ['changed' => time(), 'ip' => '192.0.2.7', 'vars' => $vars];
        if (!$redis->setex($id, 660, serialize($session))) throw new Exception('not written');
        $written = $vars;
        if ($isPersistent !== '1') $redis->close();
        echo "ok\n";
    } catch (Throwable $fault) {
        $written = null;
        echo str_replace("\n", ' ', $fault->getMessage()), "\n";
    }
    usleep(10000);
}
