import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { createSyslogDestination } from '../../../plugin/log/audit-log.ts'
import { eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { postern as run } from '../cli/command-line.ts'

const line = z.object({
  time: z.iso.datetime(),
  audit: z.string(),
  result: z.string(),
  user: z.string().optional(),
  ip: z.string(),
  how: z.string(),
  panelSession: z.string().optional(),
  requestId: z.string().optional(),
})

async function audited(file: string, count: number) {
  const read = async () => {
    const text = await readFile(file, 'utf8').catch(() => '')
    const lines = text.split('\n').filter((found) => found !== '')
    return lines.map((found) => line.parse(JSON.parse(found)))
  }
  return eventually(read, (found) => found.length >= count)
}

async function openAudited(t: ExecutionContext) {
  const dovecot = await startDovecot({ t, users: 1 })
  const file = join(await temporaryDirectory(t), 'audit.log')
  const postern = await startPostern({ t, mail: dovecot, config: { audit: { file } } })
  return { dovecot, file, postern, user: dovecot.userName(1) }
}

test('each sign-in, refusal, sign-out and revocation has one line with user, address, way and result', async (t) => {
  const { dovecot, file, postern, user } = await openAudited(t)
  const client = createWebmailClient(postern.base())

  await client.signIn(user, 'wrong')
  await client.signIn(user, dovecot.password)
  await client.list('INBOX')
  await client.post('?_task=logout', { _token: client.token() })
  await client.signIn(user, dovecot.password)
  const config = join(postern.directory, 'postern.json')
  await run(['sessions', 'revoke', user, '--config', config])

  const lines = await audited(file, 5)
  t.deepEqual(
    lines.map(({ audit, result, how, ip }) => [audit, result, how, ip]),
    [
      ['sign-in', 'sign_in_failed', 'form', '127.0.0.1'],
      ['sign-in', 'accepted', 'form', '127.0.0.1'],
      ['sign-out', 'done', 'form', '127.0.0.1'],
      ['sign-in', 'accepted', 'form', '127.0.0.1'],
      ['revoked', 'done', 'command', 'admin'],
    ],
  )
  t.deepEqual(new Set(lines.map((found) => found.user)), new Set([user]))
  t.regex(lines[0]?.panelSession ?? '', /^\S{8}$/)
  t.regex(lines[0]?.requestId ?? '', /^[0-9a-f]{8}$/)
})

test('a refused sign-in names user and address in the operational log, and no line holds a password', async (t) => {
  const { file, postern, user } = await openAudited(t)

  await createWebmailClient(postern.base()).signIn(user, 'of-last-year')

  const [reported] = await postern.output.waitFor(/^.*"refusal":"sign_in_failed".*$/m)
  await audited(file, 1)
  t.true(reported.includes(`"user":"${user}"`), reported)
  t.true(reported.includes('"ip":"127.0.0.1"'), reported)
  t.false((await readFile(file, 'utf8')).includes('of-last-year'))
  t.false(postern.output.text().includes('of-last-year'))
})

test('syslog gets a message of RFC 5424 for each line', async (t) => {
  const receiver = createSocket('udp4')
  t.teardown(() => receiver.close())
  receiver.bind(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address()
  const now = () => Date.UTC(2026, 10, 21, 2, 52, 22)
  const syslog = createSyslogDestination({ host: '127.0.0.1', port, now })
  t.teardown(() => syslog.close())

  const heard = once(receiver, 'message')
  syslog.write('{"audit":"sign-in"}\n')
  const [message] = z.tuple([z.instanceof(Buffer)], z.unknown()).parse(await heard)

  t.regex(
    message.toString(),
    /^<86>1 2026-11-21T02:52:22\.000Z \S+ postern \d+ audit - \{"audit":"sign-in"\}$/,
  )
})
