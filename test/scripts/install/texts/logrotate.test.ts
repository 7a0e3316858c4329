import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { layoutAt } from '../../../../scripts/install/machine/layout.ts'
import {
  chkservdText,
  CHKSERVD_LINE,
  logrotateText,
} from '../../../../scripts/install/texts/host-files.ts'
import { eventually } from '../../../support/database/rows.ts'
import { createWebmailClient } from '../../../support/http/webmail-client.ts'
import { startPostern } from '../../../support/postern/postern.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const run = promisify(execFile)

/** What logrotate says it would do with logs below a folder; it refuses rules that others can write. */
async function debugged(t: ExecutionContext, owner: string | undefined): Promise<string> {
  const directory = await temporaryDirectory(t)
  const layout = layoutAt(directory)
  await mkdir(dirname(layout.errorLog), { recursive: true })
  for (const log of [layout.errorLog, layout.outputLog]) await writeFile(log, 'one line\n')
  const rules = join(directory, 'postern')
  await writeFile(rules, logrotateText({ ...layout, auditFile: null }, owner))
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

test('after a real rotation a running Postern writes error log and audit again, and no line is lost', async (t) => {
  const auditFile = join(await temporaryDirectory(t), 'audit.log')
  const postern = await startPostern({ t, config: { audit: { file: auditFile } } })
  const { errorLog, directory } = postern
  const rules = join(directory, 'rules')
  const paths = { errorLog, outputLog: join(directory, 'output.log'), auditFile }
  await writeFile(rules, logrotateText(paths, undefined), { mode: 0o644 })
  let attempts = 0
  const attempt = () => {
    attempts += 1
    const user = `user${attempts}.@example.test`
    return createWebmailClient(postern.base()).submitSignIn(user, 'wrong')
  }
  const written = (path: string) => readFile(path, 'utf8').catch(() => '')
  await attempt()
  for (const path of [auditFile, errorLog]) {
    await eventually(
      () => written(path),
      (text) => text.includes('user1.@'),
    )
  }

  await run('logrotate', ['--force', '--state', join(directory, 'rotation'), rules])
  // It looks once a second; until then lines go to the file that was moved.
  for (const path of [auditFile, errorLog]) {
    await eventually(
      async () => {
        await attempt()
        return written(path)
      },
      (text) => text !== '',
    )
  }
  await postern.end()

  for (const path of [auditFile, errorLog]) {
    const [former, current] = [await written(`${path}.1`), await written(path)]
    const users = [...`${former}${current}`.matchAll(/user(\d+)\.@/g)].map(([, n]) => Number(n))
    t.deepEqual(
      [...new Set(users)],
      Array.from({ length: attempts }, (_, n) => n + 1),
    )
    t.regex(former, /user1\.@/)
    t.notRegex(current, /user1\.@/)
  }
})

test('the service check has the six fields of a process, and is switched on by a line', (t) => {
  // cPanel, chkservd.conf: service[<svc>]=x,x,x,<restart>,<process>,<user>.
  t.regex(chkservdText(), /^service\[postern\]=x,x,x,[^,\n]+,[^,\n]+,postern\n$/)
  t.is(CHKSERVD_LINE, 'postern:1')
})
