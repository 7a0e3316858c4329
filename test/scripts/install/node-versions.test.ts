import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { z } from 'zod'
import { sendAction } from '../../support/http/native-actions.ts'
import { startMachine, shareServers } from '../../support/install/machine.ts'
import { newerRelease } from '../../support/install/packaged-release.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const run = promisify(execFile)
const shared = shareServers(test)
/** Beside the one that runs the tests; npm's package `node` brings the builds of nodejs.org. */
const VERSIONS = ['22', '24']

const HTML_MESSAGE = 'Subject: hello\r\nContent-Type: text/html\r\n\r\n<p>hello</p>\r\n'

const ifLong = isLong ? test.serial : test.serial.skip
for (const version of VERSIONS) {
  ifLong(
    `a package with Node ${version} inside installs by it, and people read mail`,
    async (t) => {
      t.timeout(600_000)
      const download = await temporaryDirectory(t)
      await run('npm', ['install', '--prefix', download, `node@${version}`], { cwd: download })
      const release = await newerRelease(t, shared.release, async (folder) => {
        await mkdir(join(folder, 'runtime/bin'), { recursive: true })
        await copyFile(
          join(download, 'node_modules/node/bin/node'),
          join(folder, 'runtime/bin/node'),
        )
      })
      const machine = await startMachine(t, shared)
      const owner = shared.dovecot.userName(1)
      await shared.dovecot.deliver(owner, { raw: HTML_MESSAGE })

      const { code, output } = await machine.install(release, '--config', machine.configFile)

      t.is(code, 0, output)
      t.regex(output, new RegExp(`native module: loads with Node ${version}\\.`))
      const state = await readFile(join(machine.prefix, 'run/postern/supervisor.json'), 'utf8')
      const { gateway } = z.object({ gateway: z.int() }).parse(JSON.parse(state))
      t.is(
        await readlink(`/proc/${gateway}/exe`),
        join(machine.prefix, 'opt/postern/releases/0.1.1/runtime/bin/node'),
      )
      const user = await machine.panelUser()
      await user.signIn(owner, shared.dovecot.password)
      const { uids } = await user.list('INBOX')
      const frame = await sendAction(user, 'frame', { mailbox: 'INBOX', uid: uids[0] ?? 0 })
      t.regex(frame.text, /<p>hello<\/p>/)
    },
  )
}
