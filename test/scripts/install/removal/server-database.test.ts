import test from 'ava'
import { eventually } from '../../../support/database/rows.ts'
import { startMariadb } from '../../../support/database/mariadb.ts'
import { startPostgres } from '../../../support/database/postgres.ts'
import { dumpSchema, readRows, runAsOtherProgram } from '../../../support/database/schema.ts'
import { shareServers, startMachine } from '../../../support/install/machine.ts'
import { makeRoundcubeTables } from '../../../support/roundcube/roundcube-database.ts'

const shared = shareServers(test)

for (const [engine, start] of [
  ['MariaDB', startMariadb],
  ['PostgreSQL', startPostgres],
] as const) {
  test.serial(
    `a removal with the data leaves in ${engine} what others made, and nothing of Postern's`,
    async (t) => {
      t.timeout(300_000)
      const server = await start()
      t.teardown(() => server.stop())
      const { url } = server
      await makeRoundcubeTables(url, '1.6')
      // Named as ours are, and not made by Postern.
      await runAsOtherProgram(
        url,
        'CREATE TABLE postern_guestbook (note VARCHAR(20))',
        "INSERT INTO postern_guestbook (note) VALUES ('of others')",
      )
      const before = await dumpSchema(url)
      const machine = await startMachine(t, shared, { database: { url } })
      const installed = await machine.install(machine.release, '--config', machine.configFile)
      const user = await machine.panelUser()
      const page = await user.get('?login=1&post_login=38056176108366')
      const used = await eventually(
        () => dumpSchema(url),
        (schema) => schema !== before,
      )

      const removal = await machine.uninstall(machine.release, '--purge', '--yes')

      t.is(installed.code, 0, installed.output)
      t.is(page.status, 200)
      t.regex(used, /postern_user/)
      t.is(removal.code, 0, removal.output)
      t.is(await dumpSchema(url), before)
      t.deepEqual(await readRows(url, 'SELECT note FROM postern_guestbook'), [
        { note: 'of others' },
      ])
      t.regex(removal.output, /^left: \S+, the database: it is on a server/m)
      t.false(removal.output.includes('anchor'), 'no password')
    },
  )
}
