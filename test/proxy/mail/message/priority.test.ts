import test, { type ExecutionContext } from 'ava'
import { compose } from '../../../../plugin/actions/compose/compose.ts'
import { send } from '../../../../plugin/actions/send/send.ts'
import { createRenderer } from '../../../../proxy/mail/html/renderer.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'
import { createSubmission } from '../../../../proxy/mail/submission/submission.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { sendInput } from '../../../support/actions/inputs.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'
import { openEngine } from '../engine.ts'

async function openMailbox(t: ExecutionContext) {
  const dovecot = await startDovecot({ t, users: 1 })
  const sink = await startSmtpSink({ t })
  const { accounts } = openEngine(t, dovecot)
  const [user, password] = [dovecot.userName(1), dovecot.password]
  const account = accounts.account({ user, password, authorizationId: undefined }, '192.0.2.1')
  const submission = createSubmission({
    ...{ host: sink.host, port: sink.port, tls: 'none', rejectUnauthorized: false, auth: 'none' },
    ...{ timeoutMs: 30_000, maxConnections: 1, hostname: 'webmail.example.test' },
  })
  const { context } = fakeContext({ account, submission, renderer: createRenderer() })
  const opened = (mailbox: string, mode: 'draft' | 'reply' | 'forward' | 'as-new') =>
    compose.run(
      {
        ...{ mailbox: mailboxName(mailbox), uid: 1, uidValidity: undefined },
        ...{ mode, reader: undefined, charset: undefined },
      },
      context,
    )
  const deliver = (mailbox: string, fields: readonly string[]) =>
    dovecot.deliver(user, {
      mailbox,
      flags: [],
      raw: ['From: Ada <ada@example.org>', 'Subject: Engines', ...fields, '', 'Text', ''].join(
        '\r\n',
      ),
    })
  return { sink, context, opened, deliver }
}

test('a priority is stored in a draft and sent with the message', async (t) => {
  const { sink, context, opened } = await openMailbox(t)

  await send.run(sendInput({ isDraft: true, composeId: 'saved-one', priority: 1 }), context)
  const draft = await opened('Drafts', 'draft')
  await send.run(sendInput({ composeId: 'sent-high', priority: 1 }), context)
  await send.run(sendInput({ composeId: 'sent-lowest', priority: 5 }), context)
  await send.run(sendInput({ composeId: 'sent-normal' }), context)

  t.is(draft.priority, 1)
  const [high = '', lowest = '', normal = ''] = sink.messages.map(({ source }) => source)
  t.regex(high, /^X-Priority: 1 \(Highest\)\r\nImportance: high\r$/m)
  t.regex(lowest, /^X-Priority: 5 \(Lowest\)\r\nImportance: low\r$/m)
  t.notRegex(normal, /^(?:X-Priority|Importance):/m)
})

for (const [fields, priority] of [
  [['X-Priority: 1 (Highest)', 'Importance: low'], 1],
  [['Importance: High'], 2],
  [['importance:', ' low'], 4],
  [['Importance: normal'], null],
  [[], null],
] as const) {
  test(`a draft of another program is opened with its priority: ${fields.join()}`, async (t) => {
    const { opened, deliver } = await openMailbox(t)
    await deliver('Drafts', fields)

    t.is((await opened('Drafts', 'draft')).priority, priority)
    t.is((await opened('Drafts', 'as-new')).priority, priority)
  })
}

test('answers and forwards do not inherit a priority', async (t) => {
  const { opened, deliver } = await openMailbox(t)
  await deliver('INBOX', ['X-Priority: 1', 'Importance: high'])

  t.is((await opened('INBOX', 'reply')).priority, null)
  t.is((await opened('INBOX', 'forward')).priority, null)
})
