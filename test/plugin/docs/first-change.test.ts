import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const run = promisify(execFile)
const root = new URL('../../../', import.meta.url).pathname

/** What a program of the tree is told about the new action. */
const PROGRAM = `
import { findAction } from './plugin/actions/index.ts'
import { decodeInput } from './plugin/wire/dialect.ts'
import { actionTable } from './plugin/wire/native/action-table.ts'
import { renderNative } from './plugin/wire/native/encode.ts'
const action = findAction('mail', 'unread-total', 'GET')
const account = { counts: async () => [{ unseen: 3 }, { unseen: 4 }] }
const input = decodeInput(action, { get: () => undefined, files: [] }, { wire: 'native' })
const { body } = renderNative(await action.run(input, { account, signal: AbortSignal.timeout(1000) }))
console.log(JSON.stringify({ body, row: actionTable().split('\\n').find((row) => row.includes('unread-total')) }))
`

test('the action of first-change.md is one file and one line, in a copy of the tree', async (t) => {
  const tree = await temporaryDirectory(t)
  for (const folder of ['plugin', 'proxy', 'store', 'package.json', 'tsconfig.json']) {
    await cp(join(root, folder), join(tree, folder), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  const guide = await readFile(join(root, 'plugin/docs/first-change.md'), 'utf8')
  const [, contract = ''] = /```ts\n(.*?)```/s.exec(guide) ?? []
  await writeFile(join(tree, 'plugin/actions/folder/unread-total.ts'), contract)
  const index = join(tree, 'plugin/actions/index.ts')
  const table = await readFile(index, 'utf8')
  const line = "import { unreadTotal } from './folder/unread-total.ts'\n"
  await writeFile(
    index,
    line + table.replace('const contracts = [', 'const contracts = [unreadTotal,'),
  )
  await writeFile(join(tree, 'try.ts'), PROGRAM)

  const { stdout } = await run(process.execPath, ['--import=tsx', 'try.ts'], { cwd: tree })

  const reported: unknown = JSON.parse(stdout)
  t.like(reported, { body: '{"version":2,"kind":"unread-total","messages":7}' })
  t.regex(stdout, /GET \|  \| `unread-total`: how many unread messages all mailboxes hold/)
})
