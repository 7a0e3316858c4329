import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { parseConfig } from '../../../../plugin/config/config.ts'
import { findSharedDatabase } from '../../../../scripts/install/database/shared-database.ts'
import { layoutAt } from '../../../../scripts/install/machine/layout.ts'
import { findGroup, findSystemUser } from '../../../../scripts/install/machine/ownership.ts'
import { serviceUnit } from '../../../../scripts/install/texts/systemd-units.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const layout = layoutAt('')

/** A database of Debian's web server with these modes, and what the service lacks to write it. */
async function shared(
  t: ExecutionContext,
  { file: fileMode = 0o660, directory: directoryMode = 0o770, group = 'www-data' } = {},
) {
  const directory = join(await temporaryDirectory(t), 'roundcube')
  const file = join(directory, 'roundcube')
  const uid = (await findSystemUser('www-data'))?.uid ?? NaN
  const gid = (await findGroup(group)) ?? NaN
  await mkdir(directory)
  await writeFile(file, '')
  for (const [path, mode] of [
    [directory, directoryMode],
    [file, fileMode],
  ] as const) {
    await chown(path, uid, gid)
    await chmod(path, mode)
  }
  return { directory, file, found: await find(file) }
}

function find(file: string) {
  return findSharedDatabase(layout, parseConfig({ database: { url: `sqlite:${file}` } }, {}))
}

test('the service is to be in the group of a database of another program', async (t) => {
  const { directory, file, found } = await shared(t)

  t.like(found, { directory, file, missingGroups: ['www-data'], refused: [] })
})

test('a database that everybody may write needs no group', async (t) => {
  const { found } = await shared(t, { file: 0o666, directory: 0o777 })

  t.like(found, { missingGroups: [], refused: [] })
})

test('a mode that keeps the group out is named with the command that mends it', async (t) => {
  const { directory, file, found } = await shared(t, { file: 0o640, directory: 0o750 })

  t.deepEqual(found?.missingGroups, ['www-data'])
  t.deepEqual(found?.refused, [
    { path: file, seen: 'mode 640, group www-data', remedy: `chmod g+rw ${file}` },
    { path: directory, seen: 'mode 750, group www-data', remedy: `chmod g+rwx ${directory}` },
  ])
})

test("the service is never put into root's group", async (t) => {
  const { file, found } = await shared(t, { group: 'root' })

  t.deepEqual(found?.missingGroups, [])
  t.is(found?.refused[0]?.remedy, `chgrp www-data ${file} && chmod g+rw ${file}`)
})

test('a directory above that no one else may pass is named', async (t) => {
  const { directory, file } = await shared(t)
  const above = join(directory, '..')
  await chmod(above, 0o700)

  const found = await find(file)

  t.like(found?.refused[0], { path: above, remedy: `chmod o+x ${above}` })
})

test('a linked database lies where the link leads', async (t) => {
  const { directory, file } = await shared(t)
  const link = join(directory, '..', 'link')
  await symlink(file, link)

  t.like(await find(link), { directory, file })
})

test("a database in Postern's own directory, and one of a server, need nothing", async (t) => {
  t.is(await find('/var/lib/postern/postern.db'), undefined)
  const server = parseConfig({ database: { url: 'mysql://127.0.0.1/mail' } }, {})
  t.is(await findSharedDatabase(layout, server), undefined)
})

test('the unit lets the service write the directory of the database, with its groups', (t) => {
  const database = { directory: '/srv/a "b" 5%', missingGroups: ['www-data'] }

  const text = serviceUnit(layout, { database })

  t.true(text.includes('\nReadWritePaths="-/srv/a \\"b\\" 5%%"\nSupplementaryGroups=www-data\n'))
  t.notRegex(serviceUnit(layout), /ReadWritePaths|SupplementaryGroups/)
})
