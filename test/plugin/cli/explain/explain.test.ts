import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { writePosternConfig } from '../../../support/postern/postern.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { postern } from '../command-line.ts'

const LINE =
  '[21-Nov-2026 02:52:22 +0000]: a39eb5f3 SMTP Error: connect ECONNREFUSED 127.0.0.1:25 (POST /cpsess0228xxxxxx/3rdparty/postern/index.php?_action=send)'

/** Requests an id with that in the error log, and an operational log that has nothing of it. */
async function explain(t: ExecutionContext, requestId: string, errorLog: string) {
  const directory = await temporaryDirectory(t)
  const files = await writePosternConfig(directory, { log: { level: 'warn' } })
  const log = join(directory, 'operational.log')
  await writeFile(files.errorLog, errorLog)
  await writeFile(log, '')
  return postern(['explain', requestId, '--config', files.configFile, '--log', log])
}

test('a line of the error log alone does not say that nothing went wrong', async (t) => {
  const { code, output } = await explain(t, 'a39eb5f3', `${LINE}\n`)

  t.is(code, 0)
  t.regex(output, /^cause +not known: its line of the operational log/m)
  t.notRegex(output, /nothing went wrong|answered/)
  t.true(output.includes(LINE))
})

test('an id that no log knows is told with what was read, and with what leaves no line there', async (t) => {
  const { code, complaints } = await explain(t, '00000000', `${LINE}\n`)

  t.is(code, 1)
  t.regex(complaints, /^nothing is known of 00000000; read: .*error\.log, .*operational\.log$/m)
  t.regex(complaints, /log\.level is info or debug.* here it is warn\.$/m)
})
