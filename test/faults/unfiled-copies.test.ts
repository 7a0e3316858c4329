import test, { type ExecutionContext } from 'ava'
import { actionAddress } from '../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../plugin/wire/native/media-type.ts'
import type { NativeInputOf } from '../../plugin/wire/native/types.ts'
import { eventually } from '../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { startSmtpSink, type SmtpSink } from '../support/smtp/sink.ts'
import { cookieHeader, createWebmailClient } from '../support/http/webmail-client.ts'

interface Stand {
  readonly dovecot: Dovecot
  readonly sink: SmtpSink
  readonly postern: Postern
  readonly owner: string
}

async function openStand(t: ExecutionContext): Promise<Stand> {
  const dovecot = await startDovecot({ t, users: 1 })
  const sink = await startSmtpSink({ t })
  const postern = await startPostern({
    t,
    mail: dovecot,
    submission: sink,
    config: { tuning: { stop: { drainMs: 2_000 } } },
  })
  return { dovecot, sink, postern, owner: dovecot.userName(1) }
}

/** Sends a message with a file while the mail server is out, from a page that is never heard of again. */
async function sendAndLeave({ dovecot, postern, owner }: Stand): Promise<string> {
  const client = createWebmailClient(postern.base())
  await client.signIn(owner, dovecot.password)
  await dovecot.kill()
  const input: NativeInputOf<'send'> = {
    ...{ composeId: 'compose-1', subject: 'Left', text: 'Precious' },
    ...{ to: 'bea@example.org', bcc: 'blind@example.org' },
  }
  const form = new FormData()
  form.set('_input', JSON.stringify(input))
  form.append('_files[]', new File(['the plan'], 'plan.txt', { type: 'text/plain' }))
  const response = await fetch(`${postern.base()}${actionAddress('send', {})}`, {
    method: 'POST',
    headers: {
      accept: NATIVE_TYPE,
      cookie: cookieHeader(client.cookies),
      'x-roundcube-request': client.token(),
    },
    body: form,
  })
  return response.text()
}

/** The copies in Sent, once there is one. */
function copiesOf({ dovecot, owner }: Stand): Promise<string> {
  return eventually(
    () => dovecot.doveadm.sources(owner, 'Sent').catch(() => ''),
    (sources) => sources.includes('Message-ID'),
  )
}

function isTheCopy(t: ExecutionContext, copies: string, sink: SmtpSink): void {
  t.is(sink.messages.length, 1)
  const idOf = (source: string) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1]
  t.is(idOf(copies), idOf(sink.messages[0]?.source ?? ''))
  t.is(copies.split('Message-ID:').length - 1, 1)
  t.regex(copies, /^Bcc: blind@example\.org/m)
  t.regex(copies, /plan\.txt/)
}

test('a copy that could not be filed is filed when its tab was closed', async (t) => {
  const stand = await openStand(t)
  t.regex(await sendAndLeave(stand), /"isCopyPending":true/)

  await stand.dovecot.restart()

  isTheCopy(t, await copiesOf(stand), stand.sink)
})

test('a copy that a killed Postern did not file is filed at the next sign-in', async (t) => {
  const stand = await openStand(t)
  t.regex(await sendAndLeave(stand), /"isCopyPending":true/)
  await stand.postern.kill()
  await stand.dovecot.restart()
  const postern = await stand.postern.restart()
  t.teardown(() => postern.stop())

  await createWebmailClient(postern.base()).signIn(stand.owner, stand.dovecot.password)

  isTheCopy(t, await copiesOf(stand), stand.sink)
})
