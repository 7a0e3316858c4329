import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { parseConfig } from '../../../plugin/config/config.ts'
import { openLogs } from '../../../plugin/log/open-logs.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

async function openLogsAt(t: ExecutionContext, errorLog: string): Promise<void> {
  const panel = { static: { open: true } }
  const logs = await openLogs(parseConfig({ panel, errorLog }))
  t.teardown(() => logs.close())
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}

test('the folder of the error log is made for the service alone, as dataDir is', async (t) => {
  const dataDir = join(await temporaryDirectory(t), 'data')

  await openLogsAt(t, join(dataDir, 'error.log'))

  t.is(await modeOf(dataDir), 0o700)
})

test('a folder of the error log that is there keeps its mode', async (t) => {
  const logDir = join(await temporaryDirectory(t), 'log')
  await mkdir(logDir, { mode: 0o750 })

  await openLogsAt(t, join(logDir, 'error.log'))

  t.is(await modeOf(logDir), 0o750)
})
