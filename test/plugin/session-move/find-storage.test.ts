import { chown, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findStorage } from '../../../plugin/session-move/find-storage.ts'
import { readRoundcubeSettings } from '../../../plugin/session-move/read-roundcube.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

/** A Roundcube whose sessions are in files of PHP, and an `/etc` with these pools of php-fpm. */
async function besidePools(
  t: ExecutionContext,
  {
    pools,
    text = '',
  }: { readonly pools: Readonly<Record<string, string>>; readonly text?: string },
) {
  const directory = await temporaryDirectory(t)
  const [folder, temp, etc] = ['config', 'temp', 'etc'].map((name) => join(directory, name))
  if (!folder || !temp || !etc) throw new Error('no folders')
  for (const path of [folder, temp, etc]) await mkdir(path)
  await chown(temp, 33, 33)
  await writeFile(join(etc, 'passwd'), 'root:x:0:0::/:\nwww-data:x:33:33::/:\nother:x:34:34::/:\n')
  for (const [path, pool] of Object.entries(pools)) {
    await mkdir(dirname(join(etc, path)), { recursive: true })
    await writeFile(join(etc, path), pool)
  }
  const php = `<?php\n$config['session_storage'] = 'php';\n$config['temp_dir'] = '${temp}';\n${text}`
  await writeFile(join(folder, 'config.inc.php'), php)
  return findStorage(await readRoundcubeSettings(folder), etc)
}

const DEBIAN = 'php/8.2/fpm/pool.d/www.conf'

for (const [what, pool, path] of [
  ['fixes', 'php_admin_value[session.save_path] = /srv/fixed', '/srv/fixed'],
  ['sets', 'php_value[session.save_path] = "/srv/set"', '/srv/set'],
  ['names itself in', 'php_admin_value[session.save_path] = /srv/$pool ; its own', '/srv/www'],
] as const) {
  test(`files of PHP are where the pool of its user ${what} session.save_path`, async (t) => {
    const others = '[other]\nuser = other\nphp_admin_value[session.save_path] = /srv/other\n'
    const text = `; pools\n${others}[www]\nuser = www-data\n;php_value[session.save_path] = /no\n${pool}\n`

    const { target } = await besidePools(t, { pools: { [DEBIAN]: text } })

    t.like(target, { kind: 'files', directory: path, owner: { uid: 33, gid: 33 } })
  })
}

test('what config.inc.php sets wins over a pool that does not fix it', async (t) => {
  const text = "ini_set('session.save_path', '/srv/own');\n"
  const set = '[www]\nuser = 33\nphp_value[session.save_path] = /srv/pool\n'
  const fixed = set.replace('php_value', 'php_admin_value')

  const own = await besidePools(t, { pools: { [DEBIAN]: set }, text })
  const pool = await besidePools(t, { pools: { 'php-fpm.d/www.conf': fixed }, text })

  t.like(own.target, { directory: '/srv/own' })
  t.like(pool.target, { directory: '/srv/pool' })
})

test('pools of one user that differ, and one that keeps sessions elsewhere, are refused in words', async (t) => {
  const pool = (line: string) => `[www]\nuser = www-data\n${line}\n`
  const one = pool('php_value[session.save_path] = /srv/one')
  const other = pool('php_value[session.save_path] = /srv/other')
  const redis = pool('php_value[session.save_handler] = redis')

  await t.throwsAsync(
    besidePools(t, { pools: { [DEBIAN]: one, 'php/8.3/fpm/pool.d/www.conf': other } }),
    { message: 'the pools of php-fpm differ in session.save_path (/srv/one, /srv/other)' },
  )
  await t.throwsAsync(besidePools(t, { pools: { [DEBIAN]: redis } }), {
    message: "PHP keeps its sessions by 'redis' (session.save_handler)",
  })
})
