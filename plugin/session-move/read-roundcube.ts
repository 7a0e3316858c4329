import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { SessionStorageFault } from '../../store/index.ts'
import { jsonOf } from '../config/corrupt-file.ts'
import { systemErrorCode } from '../config/system-error.ts'
import { withSessionLines } from '../config/session-lines.ts'

const optionalText = z.string().nullish().catch(null)

const settingsSchema = z.object({
  session_storage: optionalText,
  /** Minutes. */
  session_lifetime: z.coerce.number().positive().catch(10),
  db_dsnw: optionalText,
  db_prefix: optionalText,
  redis_hosts: z.array(z.string()).nullish().catch(null),
  memcache_hosts: z.array(z.string()).nullish().catch(null),
  temp_dir: optionalText,
  log_dir: optionalText,
  /** PHP's own settings. */
  save_handler: z.string(),
  save_path: z.string(),
  /** `ini_set` in the text has changed them. */
  sets_save: z.boolean(),
})

/** What a Roundcube says of its sessions, by its own names, as it would without the lines of Postern. */
export type RoundcubeSettings = z.output<typeof settingsSchema>

/** PHP, which carries the text out where the file lies: it includes others, and computes. */
const CODE = `define('RCUBE_INSTALL_PATH', $argv[1]);
define('RCUBE_CONFIG_DIR', getcwd() . '/');
ob_start();
$config = [];
@include 'defaults.inc.php';
$save = fn () => [ini_get('session.save_handler'), ini_get('session.save_path') ?: sys_get_temp_dir()];
$before = $save();
eval('?>' . stream_get_contents(STDIN));
ob_end_clean();
$names = ['session_storage', 'session_lifetime', 'db_dsnw', 'db_prefix', 'redis_hosts', 'memcache_hosts', 'temp_dir', 'log_dir'];
$found = array_combine($names, array_map(fn ($name) => $config[$name] ?? null, $names));
[$found['save_handler'], $found['save_path']] = $save();
$found['sets_save'] = $save() !== $before;
echo json_encode($found);`

const PHP_MS = 30_000
/** Where a package of Roundcube may keep what is neither program nor configuration. */
const DEBIAN_ROOT = '/var/lib/roundcube'
/** cPanel's Roundcube is run by a PHP of its own. */
const CPANEL = { root: '/usr/local/cpanel/', php: '/usr/local/cpanel/3rdparty/bin/php' } as const

/** Asks PHP what the `config.inc.php` in the folder says. Throws SessionStorageFault. */
export async function readRoundcubeSettings(folder: string): Promise<RoundcubeSettings> {
  const file = join(folder, 'config.inc.php')
  let text: string
  try {
    // Byte by byte: it may be in any encoding.
    text = withSessionLines(await readFile(file, 'latin1'), undefined)
  } catch (cause) {
    const code = systemErrorCode(cause)
    if (code === undefined) throw cause
    throw new SessionStorageFault(`${file} cannot be read (${code})`, { cause })
  }
  const output = await runPhp(file, text)
  const parsed = settingsSchema.safeParse(jsonOf(output))
  if (parsed.success) return parsed.data
  throw new SessionStorageFault(`PHP said nothing of ${file} that can be read`)
}

async function runPhp(file: string, text: string): Promise<string> {
  const folder = dirname(file)
  const php = resolve(folder).startsWith(CPANEL.root) ? CPANEL.php : 'php'
  const installed = [dirname(resolve(folder)), DEBIAN_ROOT].find((root) =>
    existsSync(join(root, 'temp')),
  )
  const args = ['-d', 'display_errors=stderr', '-r', CODE, '--', `${installed ?? DEBIAN_ROOT}/`]
  const { uid, gid } = await stat(file)
  // Someone else's program is not run as root.
  const ids = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : {}
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
  return new Promise((settle, reject) => {
    const options = { cwd: folder, env, timeout: PHP_MS, encoding: 'utf8', ...ids } as const
    const child = execFile(php, args, options, (error, stdout, stderr) => {
      if (error === null) {
        settle(stdout)
        return
      }
      const isMissing = 'code' in error && error.code === 'ENOENT'
      const reason = isMissing
        ? `there is no ${php}, which tells what ${file} says`
        : `PHP cannot carry ${file} out: ${firstLine(stderr) ?? error.message}`
      reject(new SessionStorageFault(reason, { cause: error }))
    })
    // It may have ended before it has read everything, which its exit code tells.
    child.stdin?.on('error', () => undefined).end(Buffer.from(text, 'latin1'))
  })
}

function firstLine(text: string): string | undefined {
  return text.split('\n').find((line) => line.trim() !== '')
}
