import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkPanel } from '../../../../../plugin/cli/doctor/checks/panel.ts'
import { startHelper } from '../../../panel/cpanel/servers.ts'
import { startSimulator } from '../../../../support/panel/start-simulator.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

async function behindHelper(t: ExecutionContext, cpanel: Readonly<Record<string, unknown>>) {
  const config = { panel: { adapter: 'cpanel', cpanel } }
  return patientIn(await temporaryDirectory(t), { config })
}

test('a helper that refuses a stranger is fine', async (t) => {
  const simulator = await startSimulator(t)
  const socket = await startHelper(t, simulator)
  const patient = await behindHelper(t, { socket, sessionsDir: simulator.files.directory })

  t.is((await findingOf(checkPanel, patient, 'helper.verifies')).severity, 'fine')
  t.is((await checkPanel(patient)).length, 1)
})

test('a helper that is not there is an error', async (t) => {
  const socket = join(await temporaryDirectory(t), 'helper.sock')
  const patient = await behindHelper(t, { socket })

  const finding = await findingOf(checkPanel, patient, 'helper.unreachable')

  t.is(finding.severity, 'error')
  t.regex(finding.advice ?? '', /postern-cpanel-helper\.socket/)
})

test('another program on the socket of the helper is an error', async (t) => {
  const socket = join(await temporaryDirectory(t), 'helper.sock')
  const server = createServer((_req, res) => res.writeHead(200).end())
  server.listen(socket)
  await once(server, 'listening')
  t.teardown(() => void server.close())
  const patient = await behindHelper(t, { socket })

  t.is((await findingOf(checkPanel, patient, 'helper.odd-answer')).severity, 'error')
})

test('session files that are elsewhere are an error', async (t) => {
  const simulator = await startSimulator(t)
  const socket = await startHelper(t, simulator)
  const sessionsDir = join(await temporaryDirectory(t), 'sessions')
  const patient = await behindHelper(t, { socket, sessionsDir })

  t.is((await findingOf(checkPanel, patient, 'helper.no-sessions')).severity, 'error')
})
