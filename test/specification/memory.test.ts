import { readFile } from 'node:fs/promises'
import test from 'ava'
import { parseConfig } from '../../plugin/config/config.ts'
import { eventually } from '../support/database/rows.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { startPostern } from '../support/postern/postern.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'

// Sections 7 and 8 of the specification: the memory one request may take. Rendering is what can reach it.

const MIB = 1024 * 1024

test('8 memory per request: 536870912 bytes unless configured otherwise', (t) => {
  t.is(parseConfig({}).limits.renderMemoryMiB * MIB, 536_870_912)
})

test('7 Runtime fatal error: Allowed memory size exhausted, Form B, and the next message is shown', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const html = `<table>\r\n${'<tr><td>cell</td></tr>\r\n'.repeat(40_000)}</table>`
  await dovecot.deliver(user, { raw: htmlMail(`<p>words of it</p>${html}`) })
  await dovecot.deliver(user, { raw: htmlMail('<p>short</p>') })
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: { limits: { renderMemoryMiB: 96, renderMs: 60_000, renderWorkers: 1 } },
  })
  const client = createWebmailClient(postern.base())
  await client.signIn(user, dovecot.password)
  const frame = (uid: number) =>
    eventually(
      () => client.get(`?_task=mail&_action=frame&_mbox=INBOX&_uid=${uid}`),
      ({ text }) => !text.includes('content="preparing"'),
    )

  const heavy = await frame(1)
  const next = await frame(2)

  t.is(heavy.status, 200)
  t.regex(heavy.text, /too heavy to be shown as it looks.*words of it/s)
  t.regex(next.text, /<p>short<\/p>/)
  const lines = (await readFile(postern.errorLog, 'utf8'))
    .split('\n')
    .filter((one) => one.includes('Allowed memory size'))
  t.is(lines.length, 1, lines.join('\n'))
  const figures =
    /^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d [A-Za-z/_]+\] PHP Fatal error: {2}Allowed memory size of 100663296 bytes exhausted \(tried to allocate (\d+) bytes\)$/.exec(
      lines[0] ?? '',
    )
  t.true(Number(figures?.[1]) >= html.length, lines[0])
})

function htmlMail(html: string): string {
  return [
    'From: a@example.test',
    'To: b@example.test',
    'Subject: x',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '',
  ].join('\r\n')
}
