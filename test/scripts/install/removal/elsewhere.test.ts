import { chown, link, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findOwn, giveOwn } from '../../../../scripts/install/own/own-tree.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { listTree } from '../../../support/install/file-tree.ts'
import { fillVictim, portrait } from '../../../support/install/planted-things.ts'
import { makeFilledSite, removeSite } from '../../../support/install/removal-site.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

// Postern's directories that lead elsewhere, and files of others that have names in them.

const servers: Dovecot[] = []
test.before(async () => {
  servers.push(await startDovecot({ users: 1 }))
})
test.after.always(() => servers[0]?.stop())

/** The data directory lies on another disk, beside files of others, and a link leads there. */
async function withDataElsewhere(t: ExecutionContext) {
  const site = await makeFilledSite(t, servers[0])
  const { layout, directory } = site
  const elsewhere = join(directory, 'elsewhere')
  await rename(layout.dataDir, elsewhere)
  await fillVictim(elsewhere)
  await mkdir(join(elsewhere, 'kept'), { recursive: true })
  await writeFile(join(elsewhere, 'kept/postern.json'), 'of somebody')
  await symlink(elsewhere, layout.dataDir)
  return { ...site, elsewhere, before: await listTree(elsewhere) }
}

for (const [kind, ...args] of [
  ['a purge', '--purge', '--yes'],
  ['an archive', '--archive'],
] as const) {
  test.serial(
    `a data directory that is a link stays with all it leads to after ${kind}`,
    async (t) => {
      const { layout, release, directory, elsewhere, before } = await withDataElsewhere(t)

      const file = kind === 'an archive' ? [join(directory, 'archive.tar.gz')] : []
      const report = await removeSite(layout, release, ...args, ...file)

      t.is(report.outcome, 'done', report.problems.join('\n'))
      t.deepEqual(await listTree(elsewhere), before)
      t.true(report.left.includes(`${layout.dataDir}, not made by Postern`), report.left.join('\n'))
      t.false(existsSync(layout.home))
    },
  )
}

test.serial(
  'a removal that keeps data writes nothing through a link, and removes nothing',
  async (t) => {
    const { layout, release, directory, elsewhere, before } = await withDataElsewhere(t)
    const whole = await listTree(directory)

    const report = await removeSite(layout, release)

    t.is(report.outcome, 'incomplete')
    t.regex(report.problems.join('\n'), /lib\/postern is not a directory: .*nothing was removed/)
    t.deepEqual(await listTree(elsewhere), before)
    t.deepEqual(await listTree(directory), whole)
  },
)

test.serial(
  'a file of somebody that has a second name in the data directory keeps its content',
  async (t) => {
    const { layout, release, directory } = await makeFilledSite(t, servers[0])
    const victim = join(directory, 'of-somebody')
    await writeFile(victim, 'of somebody', { mode: 0o604 })
    const before = await portrait(victim)
    await link(victim, join(layout.dataDir, 'spool.db.corrupt-1700000000000'))

    const report = await removeSite(layout, release, '--purge', '--yes')

    t.is(report.outcome, 'done', report.problems.join('\n'))
    t.deepEqual(await portrait(victim), before)
    t.is((await stat(victim)).nlink, 1)
    t.false(existsSync(layout.dataDir))
  },
)

test('what is given to another owner keeps its owner where it has a second name', async (t) => {
  const directory = await temporaryDirectory(t)
  const [tree, victim] = [join(directory, 'tree'), join(directory, 'of-somebody')]
  await mkdir(tree)
  await writeFile(victim, 'of somebody', { mode: 0o640 })
  await chown(victim, 33, 33)
  await link(victim, join(tree, 'spool.db'))
  const before = await portrait(victim)

  const own = await findOwn(tree, () => true)
  if (own === undefined) throw new Error('no tree')
  await giveOwn(own, { uid: 65_534, gid: 65_534 })

  t.deepEqual(await portrait(victim), before)
  const { uid, mode, nlink } = await stat(join(tree, 'spool.db'))
  t.deepEqual([uid, mode & 0o777, nlink], [65_534, 0o640, 1])
  t.is(await readFile(join(tree, 'spool.db'), 'utf8'), 'of somebody')
})
