import test from 'ava'
import { IMAP_LIMITS } from '../../plugin/open/mail.ts'
import { createRenderer } from '../../proxy/mail/index.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { sendAction } from '../support/http/native-actions.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'
import { startPostern } from '../support/postern/postern.ts'

// Sections 7 and 8 of the specification: the memory one request may take. No work of ours comes near it, so that the
// line of section 7 is never written; its form is held by test/plugin/log/error-log.test.ts.

const MEMORY_PER_REQUEST = 536_870_912

test('8 memory per request: the largest message of the worst markup takes far less than 536870912 bytes', async (t) => {
  const { maxHtmlBytes: htmlBytes } = IMAP_LIMITS
  const renderer = createRenderer(htmlBytes)
  const { signal } = new AbortController()
  const before = process.memoryUsage.rss()

  for (const piece of ['<b></b>', '<a href="b">c']) {
    const html = `<base href="https://x.test/"><table>${piece.repeat((htmlBytes - 100) / piece.length)}`
    await renderer.frame({ html, inlineImages: new Map(), showRemoteContent: false }, signal)
  }

  t.true(process.memoryUsage.rss() - before < MEMORY_PER_REQUEST / 2)
})

test('a message larger than what is shown as it looks is shown by its words, and the next one as it looks', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const html = `<table>\r\n${'<tr><td>cëll</td></tr>\r\n'.repeat(4_000)}</table>`
  await dovecot.deliver(user, { raw: htmlMail(`<p>words of it</p>${html}`) })
  await dovecot.deliver(user, { raw: htmlMail('<p>short</p>') })
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: { tuning: { imap: { maxHtmlBytes: 50_000 } } },
  })
  const client = createWebmailClient(postern.base())
  await client.signIn(user, dovecot.password)
  const frame = (uid: number) => sendAction(client, 'frame', { mailbox: 'INBOX', uid })

  const complex = await frame(1)
  const next = await frame(2)

  t.is(complex.status, 200)
  t.regex(complex.text, /words of it/)
  t.regex(next.text, /<p>short<\/p>/)
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
