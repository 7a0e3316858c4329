import { join } from 'node:path'
import test from 'ava'
import { parseConfig } from '../../../../plugin/config/config.ts'
import { examineBackends } from '../../../../plugin/admin/status/backends.ts'
import { startHelper } from '../../panel/cpanel/servers.ts'
import { account, writeAccounts } from '../../panel/shim/servers.ts'
import { startSimulator } from '../../../support/panel/start-simulator.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

/** The panel's row of the status page. */
async function panelRow(config: Readonly<Record<string, unknown>>) {
  const nobody = { host: '127.0.0.1', port: 1 }
  const backends = await examineBackends(
    parseConfig({ imap: nobody, smtp: nobody, ...config }),
    async () => ({
      cache: 'up',
      backlog: 0,
      backlogMs: 0,
      databaseError: undefined,
      setAside: 0,
      setAsideCode: undefined,
      databaseLackedAt: undefined,
      spool: { usedBytes: 0, maxBytes: 1, writeError: undefined, hasCopy: true },
    }),
    { timeoutMs: 2_000, now: Date.now },
  )
  return backends.find(({ name }) => name === 'Panel')
}

test('the status page reports how many accounts the shim may speak for', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeAccounts(directory, [account])
  const accountsFile = join(directory, 'accounts.json')
  const listen = { unix: join(directory, 'postern.sock') }

  const row = await panelRow({ listen, panel: { adapter: 'shim', shim: { accountsFile } } })

  t.like(row, { address: accountsFile, state: 'up', detail: 'accounts with a key: 1' })
})

test('the status page reports that the accounts file of the shim is missing', async (t) => {
  const directory = await temporaryDirectory(t)
  const accountsFile = join(directory, 'accounts.json')
  const listen = { unix: join(directory, 'postern.sock') }

  const row = await panelRow({ listen, panel: { adapter: 'shim', shim: { accountsFile } } })

  t.is(row?.state, 'down')
  t.regex(row?.detail ?? '', /ENOENT/)
})

test("the status page reports whether cPanel's helper answers", async (t) => {
  const socket = await startHelper(t, await startSimulator(t))

  const row = await panelRow({ panel: { adapter: 'cpanel', cpanel: { socket } } })

  t.like(row, { address: `unix:${socket}`, state: 'up', detail: 'answers 401 to a stranger' })
})

test("the status page reports that cPanel's helper is down", async (t) => {
  const socket = join(await temporaryDirectory(t), 'helper.sock')

  const row = await panelRow({ panel: { adapter: 'cpanel', cpanel: { socket } } })

  t.is(row?.state, 'down')
})
