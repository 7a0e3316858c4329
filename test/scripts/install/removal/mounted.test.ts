import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { listTree } from '../../../support/install/file-tree.ts'
import { makeFilledSite, removeSite } from '../../../support/install/removal-site.ts'

const run = promisify(execFile)

const servers: Dovecot[] = []
test.before(async () => {
  servers.push(await startDovecot({ users: 1 }))
})
test.after.always(() => servers[0]?.stop())

const site = (t: ExecutionContext) => makeFilledSite(t, servers[0])

/** Moves what is in the folder to one of another machine's, and mounts that instead. */
async function mountOver(t: ExecutionContext, folder: string, elsewhere: string): Promise<void> {
  await run('cp', ['--archive', folder, elsewhere])
  await run('mount', ['--bind', elsewhere, folder])
  t.teardown(() => run('umount', [folder]))
}

for (const [kind, ...args] of [
  ['a removal'],
  ['a purge', '--purge', '--yes'],
  ['an archive', '--archive'],
] as const) {
  test.serial(`secrets that several instances have mounted stay after ${kind}`, async (t) => {
    const { layout, release, directory } = await site(t)
    const shared = join(directory, 'of all instances')
    await mountOver(t, layout.secretsDir, shared)
    const before = await listTree(shared)
    t.true(before.some((line) => line.includes('.key ')))

    const file = kind === 'an archive' ? [join(directory, 'archive.tar.gz')] : []
    const report = await removeSite(layout, release, ...args, ...file)

    t.is(report.outcome, 'done', report.problems.join('\n'))
    t.deepEqual(await listTree(shared), before)
    t.true(report.left.includes(`${layout.secretsDir}, where something else is mounted`))
    t.deepEqual(await readdir(layout.configDir), ['secrets'])
  })
}

test.serial('a configuration that is mounted stays, with its secrets', async (t) => {
  const { layout, release, directory } = await site(t)
  const shared = join(directory, 'etc')
  await mountOver(t, layout.configDir, shared)
  const before = await listTree(shared)

  const report = await removeSite(layout, release, '--purge', '--yes')

  t.is(report.outcome, 'done', report.problems.join('\n'))
  t.deepEqual(await listTree(shared), before)
  t.deepEqual(report.left, [`${layout.configDir}, where something else is mounted`])
  t.false(existsSync(layout.home))
})

test.serial(
  'a disk that is mounted for the data loses the data, and what is mounted in it stays',
  async (t) => {
    const { layout, release, directory } = await site(t)
    const [disk, inside] = [join(directory, 'disk'), join(layout.dataDir, 'journal-1.log.d')]
    await mountOver(t, layout.dataDir, disk)
    await mkdir(inside)
    await writeFile(join(inside, 'spool.db'), 'of somebody')
    await mountOver(t, inside, join(directory, 'backups'))

    const report = await removeSite(layout, release, '--purge', '--yes')

    t.is(report.outcome, 'done', report.problems.join('\n'))
    t.deepEqual(await readdir(disk), ['journal-1.log.d'])
    t.deepEqual(await readdir(join(directory, 'backups')), ['spool.db'])
    t.deepEqual(report.left, [`${inside}, where something else is mounted`])
  },
)
