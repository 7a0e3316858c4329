import { createServer } from 'node:http'
import test from 'ava'
import { checkUpstream } from '../../../../../plugin/cli/doctor/checks/upstream.ts'
import { portOf } from '../../../../support/http/port-of.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

test('a panel behind Postern is fine with any answer', async (t) => {
  const panel = createServer((_req, res) => void res.writeHead(302).end()).listen(0, '127.0.0.1')
  t.teardown(() => void panel.close())
  const config = { panel: { upstream: `http://127.0.0.1:${await portOf(panel)}` } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  t.regex((await findingOf(checkUpstream, patient, 'panel.upstream-answers')).seen, /answers 302/)
})

test('a panel behind Postern that is not there is an error, told in words', async (t) => {
  const config = { panel: { upstream: `http://127.0.0.1:${await freePort()}` } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  const { seen, advice } = await findingOf(checkUpstream, patient, 'panel.upstream-unreachable')

  t.regex(seen, /refuses connections \(ECONNREFUSED\)/)
  t.regex(advice ?? '', /panel\.upstream/)
})

test('without a panel behind Postern nothing is asked', async (t) => {
  t.deepEqual(await checkUpstream(patientIn(await temporaryDirectory(t))), [])
})
