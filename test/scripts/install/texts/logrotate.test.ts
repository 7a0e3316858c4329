import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { layoutAt } from '../../../../scripts/install/machine/layout.ts'
import {
  chkservdText,
  CHKSERVD_LINE,
  logrotateText,
} from '../../../../scripts/install/texts/host-files.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const run = promisify(execFile)

/** What logrotate says it would do with logs below a folder; it refuses rules that others can write. */
async function debugged(t: ExecutionContext, owner: string | undefined): Promise<string> {
  const directory = await temporaryDirectory(t)
  const layout = layoutAt(directory)
  await mkdir(dirname(layout.errorLog), { recursive: true })
  for (const log of [layout.errorLog, layout.outputLog]) await writeFile(log, 'one line\n')
  const rules = join(directory, 'postern')
  await writeFile(rules, logrotateText(layout, owner))
  await chmod(rules, 0o644)
  const { stderr } = await run('logrotate', ['--debug', '--force', rules])
  return stderr
}

test('logrotate would rotate both logs, and has nothing to object to', async (t) => {
  const said = await debugged(t, undefined)

  t.regex(said, /rotating pattern: \S+error\.log/)
  t.regex(said, /rotating pattern: \S+output\.log/)
  t.is(said.match(/log needs rotating/g)?.length, 2)
  t.notRegex(said, /error:/)
})

test('logrotate would become the user whose logs they are', async (t) => {
  const said = await debugged(t, 'mail')

  t.regex(said, /switching euid from 0 to \d+ and egid from 0 to \d+/)
  t.notRegex(said, /error:/)
})

test('the service check has the six fields of a process, and is switched on by a line', (t) => {
  // cPanel, chkservd.conf: service[<svc>]=x,x,x,<restart>,<process>,<user>.
  t.regex(chkservdText(), /^service\[postern\]=x,x,x,[^,\n]+,[^,\n]+,postern\n$/)
  t.is(CHKSERVD_LINE, 'postern:1')
})
