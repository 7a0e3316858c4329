import { createServer, type RequestListener } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { checkPanel } from '../../../../../plugin/cli/doctor/checks/panel.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { portOf } from '../../../../support/http/port-of.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

/** A panel as far as one response; no real panel gives wrong ones on demand. */
async function withPanel(t: ExecutionContext, response: RequestListener) {
  const server = createServer(response)
  server.listen(0, '127.0.0.1')
  t.teardown(() => void server.close())
  return patientAt(t, await portOf(server))
}

async function patientAt(t: ExecutionContext, port: number) {
  const http = { authUrl: `http://127.0.0.1:${port}/verify` }
  return patientIn(await temporaryDirectory(t), { config: { panel: { adapter: 'http', http } } })
}

function respondWith(status: number, headers: Record<string, string> = {}): RequestListener {
  return (_req, res) => res.writeHead(status, headers).end()
}

test('a panel that refuses a stranger is fine', async (t) => {
  const patient = await withPanel(t, respondWith(401))

  t.is((await findingOf(checkPanel, patient, 'panel.verifies')).severity, 'fine')
})

test('a panel that lets a stranger in is an error', async (t) => {
  const patient = await withPanel(t, respondWith(200))

  t.is((await findingOf(checkPanel, patient, 'panel.lets-strangers-in')).severity, 'error')
})

test('a panel that answers neither yes nor no is an error', async (t) => {
  const patient = await withPanel(t, respondWith(404))

  t.is((await findingOf(checkPanel, patient, 'panel.odd-answer')).severity, 'error')
})

test('a panel that does not answer is an error', async (t) => {
  const patient = await patientAt(t, await freePort())

  t.is((await findingOf(checkPanel, patient, 'panel.unreachable')).severity, 'error')
})

test('a panel whose clock is two minutes ahead is a warning', async (t) => {
  const date = new Date(Date.now() + 120_000).toUTCString()
  const patient = await withPanel(t, respondWith(401, { date }))

  t.regex((await findingOf(checkPanel, patient, 'clock.skew')).seen, /ahead of ours/)
})
