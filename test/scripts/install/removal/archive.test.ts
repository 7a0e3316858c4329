import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { exitCodeOf } from '../../../../scripts/install/report.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { listTree } from '../../../support/install/file-tree.ts'
import { makeFilledSite, removeSite } from '../../../support/install/removal-site.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const run = promisify(execFile)

const servers: Dovecot[] = []
test.before(async () => {
  servers.push(await startDovecot({ users: 1 }))
})
test.after.always(() => servers[0]?.stop())

async function site(t: ExecutionContext) {
  const { layout, release, directory } = await makeFilledSite(t, servers[0])
  const archive = join(directory, 'archive.tar.gz')
  return { layout, release, archive, directory, tree: await listTree(layout.prefix) }
}

/** Has a script run instead of tar, which calls the real one as `$TAR`. */
async function replaceTar(t: ExecutionContext, script: string): Promise<void> {
  const folder = await temporaryDirectory(t)
  await writeFile(join(folder, 'tar'), `#!/bin/sh\nTAR=/usr/bin/tar\n${script}`)
  await chmod(join(folder, 'tar'), 0o755)
  const before = process.env['PATH'] ?? ''
  process.env['PATH'] = `${folder}:${before}`
  t.teardown(() => (process.env['PATH'] = before))
}

test.serial('a disk that becomes full under the archive deletes nothing', async (t) => {
  const { layout, release } = await site(t)
  await writeFile(join(layout.dataDir, 'spool.db'), randomBytes(1_000_000))
  const tree = await listTree(layout.prefix)
  const disk = await temporaryDirectory(t)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk])
  t.teardown(() => run('umount', [disk]))
  const archive = join(disk, 'archive.tar.gz')

  const report = await removeSite(layout, release, '--archive', archive)

  t.is(exitCodeOf(report), 5)
  t.regex(report.problems.join('\n'), /No space left.*: nothing was removed/)
  t.deepEqual(await listTree(layout.prefix), tree)
  t.false(existsSync(archive))
})

test.serial('an archive that cannot be made is refused before anything', async (t) => {
  const { layout, release, directory, tree } = await site(t)

  const report = await removeSite(layout, release, '--archive', join(directory, 'nowhere/a.tar.gz'))

  t.is(exitCodeOf(report), 3)
  t.regex(report.problems.join('\n'), /cannot be written \(ENOENT\)/)
  t.deepEqual(await listTree(layout.prefix), tree)
})

const harms = {
  'was cut short':
    '"$TAR" "$@"; code=$?; case "$*" in *--create*) truncate -s -64 /proc/$$/fd/1 ;; esac; exit $code',
  'lacks a file':
    'case "$*" in *--create*) head -z -n -3 | "$TAR" "$@" ;; *) exec "$TAR" "$@" ;; esac',
  'has another content': `case "$*" in *--compare*) printf x >> "$HARMED" ;; esac; exec "$TAR" "$@"`,
}

for (const [harm, script] of Object.entries(harms)) {
  test.serial(`an archive that ${harm} deletes nothing, and goes itself`, async (t) => {
    const { layout, release, archive, tree } = await site(t)
    const harmed = join(layout.dataDir, 'clock.json')
    await replaceTar(t, `HARMED=${harmed}\n${script}\n`)

    const report = await removeSite(layout, release, '--archive', archive)

    t.is(exitCodeOf(report), 5)
    t.regex(report.problems.join('\n'), /: nothing was removed, and Postern is stopped$/)
    const others = (lines: readonly string[]) =>
      lines.filter((line) => !line.includes('clock.json '))
    t.deepEqual(others(await listTree(layout.prefix)), others(tree))
    t.true(existsSync(harmed))
    t.false(existsSync(archive))
  })
}

test.serial('what appears or changes after the archive was compared stays', async (t) => {
  const { layout, release, archive } = await site(t)
  const { dataDir } = layout
  const late = 'printf late > "$DATA/spool.db-journal"; printf late >> "$DATA/clock.json"'
  await replaceTar(
    t,
    `DATA=${dataDir}\n"$TAR" "$@"; code=$?; case "$*" in *--compare*) ${late} ;; esac; exit $code\n`,
  )

  const report = await removeSite(layout, release, '--archive', archive)

  t.is(exitCodeOf(report), 0, report.problems.join('\n'))
  t.is(await readFile(join(dataDir, 'spool.db-journal'), 'utf8'), 'late')
  t.regex(await readFile(join(dataDir, 'clock.json'), 'utf8'), /late$/)
  t.deepEqual(report.left, [
    `${dataDir}/clock.json, it changed while Postern was removed`,
    `${dataDir}/spool.db-journal, it changed while Postern was removed`,
  ])
})

test.serial('an archive is for no one but its owner, and unpacks to what was there', async (t) => {
  const { layout, release, archive, directory, tree } = await site(t)

  const report = await removeSite(layout, release, '--archive', archive)

  t.is(exitCodeOf(report), 0, report.problems.join('\n'))
  const unpacked = join(directory, 'unpacked')
  await mkdir(unpacked)
  await run('tar', ['--extract', '--file', archive, '--directory', unpacked])
  t.regex((await listTree(directory)).join('\n'), /^archive\.tar\.gz 600 /m)
  const saved = (await listTree(unpacked)).filter((line) => /^(etc|var)\S*\/postern\/\S/.test(line))
  t.deepEqual(
    saved,
    tree.filter((line) => /^(etc|var)\S*\/postern\/\S/.test(line)),
  )
})
