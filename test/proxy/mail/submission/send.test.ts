import test from 'ava'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { outgoing, neverAborted, submissionTo } from './outgoing.ts'
import { reply, startSmtpServer } from './smtp-server.ts'
import { recordWire } from './wire-recorder.ts'

const credential = { user: 'ann', password: 'right', authorizationId: undefined }

test('a message arrives as it was built', async (t) => {
  const sink = await startSmtpSink({ t })
  const submission = submissionTo(sink)

  const message = await submission.build(outgoing())
  await submission.send(message, undefined, neverAborted())

  t.is(sink.messages.length, 1)
  t.is(sink.messages[0]?.source, message.source.toString())
})

test('blind copies travel in the envelope and in no header', async (t) => {
  const sink = await startSmtpSink({ t })
  const submission = submissionTo(sink)

  const message = await submission.build(
    outgoing({
      cc: [{ name: '', address: 'cc@receiver.test' }],
      bcc: [{ name: 'Secret', address: 'blind@receiver.test' }],
    }),
  )
  await submission.send(message, undefined, neverAborted())

  t.is(sink.messages[0]?.from, 'ann@sender.test')
  t.deepEqual(sink.messages[0]?.to, [
    'bob@receiver.test',
    'cc@receiver.test',
    'blind@receiver.test',
  ])
  t.notRegex(sink.messages[0]?.source ?? '', /blind|secret|bcc/i)
})

test('an address beyond ASCII goes to a server that offers SMTPUTF8, in the envelope and the header', async (t) => {
  const sink = await startSmtpSink({ t })
  const wire = await recordWire(t, sink)
  const submission = submissionTo(wire)

  const to = [{ name: 'Jürgen', address: 'jürgen@xn--bcher-kva.test' }]
  await submission.send(await submission.build(outgoing({ to })), undefined, neverAborted())

  t.regex(wire.sent(), /^MAIL FROM:<ann@sender\.test> .*SMTPUTF8/m)
  t.deepEqual(sink.messages[0]?.to, ['jürgen@bücher.test'])
  t.regex(sink.messages[0]?.source ?? '', /^To: .*<jürgen@/m)
})

test('an address beyond ASCII is named where the server does not offer SMTPUTF8, and no one gets the message', async (t) => {
  const taken: string[] = []
  const server = await startSmtpServer(t, {
    hideSMTPUTF8: true,
    onRcptTo: ({ address }, _session, done) => {
      taken.push(address)
      done()
    },
  })
  const submission = submissionTo(server)

  const to = ['bob@receiver.test', 'jürgen@receiver.test'].map((address) => ({ name: '', address }))
  const message = await submission.build(outgoing({ to }))
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'smtputf8_missing')
  t.is(fault.recipient, 'jürgen@receiver.test')
  t.deepEqual(taken, [])
})

test('a domain beyond ASCII needs no SMTPUTF8', async (t) => {
  const server = await startSmtpServer(t, { hideSMTPUTF8: true })
  const wire = await recordWire(t, server)
  const submission = submissionTo(wire)

  const to = [{ name: '', address: 'bob@bücher.test' }]
  await submission.send(await submission.build(outgoing({ to })), undefined, neverAborted())

  t.regex(wire.sent(), /^RCPT TO:<bob@xn--bcher-kva\.test>/m)
})

test('a message of several megabytes arrives whole', async (t) => {
  const sink = await startSmtpSink({ t })
  const submission = submissionTo(sink)
  const content = Buffer.alloc(3 * 1024 * 1024, 'postern')

  const message = await submission.build(
    outgoing({ attachments: [{ filename: 'big.bin', type: 'application/zip', content }] }),
  )
  await submission.send(message, undefined, neverAborted())

  t.is(sink.messages[0]?.source, message.source.toString())
})

test('the credential is used when the server requests it', async (t) => {
  const sink = await startSmtpSink({ t, password: 'right' })
  const submission = submissionTo(sink, { auth: 'user' })

  await submission.send(await submission.build(outgoing()), credential, neverAborted())

  t.is(sink.messages[0]?.user, 'ann')
})

test('a master user names the mailbox owner as authorization identity', async (t) => {
  const sink = await startSmtpSink({ t, password: 'right' })
  const wire = await recordWire(t, sink)
  const submission = submissionTo(wire, { auth: 'user' })

  const message = await submission.build(outgoing())
  const master = { user: 'master', password: 'right', authorizationId: 'ann@sender.test' }
  await submission.send(message, master, neverAborted())

  const token = /^AUTH PLAIN (\S+)/m.exec(wire.sent())?.[1] ?? ''
  t.is(Buffer.from(token, 'base64').toString(), 'ann@sender.test\0master\0right')
})

test('no credential leaves our servers when the server is trusted by address', async (t) => {
  const sink = await startSmtpSink({ t, password: 'right' })
  const submission = submissionTo(sink, { auth: 'none' })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, credential, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'rejected')
  t.is(sink.messages.length, 0)
})

test('a password the submission server refuses is no reason to doubt the one of the mailbox', async (t) => {
  const sink = await startSmtpSink({ t, password: 'another' })
  const submission = submissionTo(sink, { auth: 'user' })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, credential, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'rejected')
  t.notRegex(`${fault.message} ${String(fault.cause)}`, /right/)
})

test('a temporary failure of AUTH is not a wrong password', async (t) => {
  const server = await startSmtpServer(t, {
    onAuth: (_auth, _session, done) => done(reply(454, '4.7.0 Temporary authentication failure')),
  })
  const submission = submissionTo(server, { auth: 'user' })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, credential, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'unavailable')
})

test('a server without AUTH is unavailable, not a wrong password', async (t) => {
  const sink = await startSmtpSink({ t })
  const submission = submissionTo(sink, { auth: 'user' })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, credential, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'unavailable')
})

test('a refused recipient is named, with the words of the server', async (t) => {
  const sink = await startSmtpSink({ t })
  sink.behave('refuse-recipients')
  const submission = submissionTo(sink)

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'recipient_refused')
  t.is(fault.recipient, message.envelope.to[0])
  t.is(fault.serverText, '550 5.1.1 No such mailbox here')
})

test('when one recipient of several is refused no one gets the message', async (t) => {
  const taken: string[] = []
  const server = await startSmtpServer(t, {
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('no') ? done(reply(550, '5.1.1 Unknown')) : done(),
    onData: (stream, _session, done) => {
      stream.resume()
      stream.once('end', () => {
        taken.push('message')
        done()
      })
    },
  })
  const submission = submissionTo(server)

  const message = await submission.build(
    outgoing({
      cc: [
        { name: '', address: 'nobody@receiver.test' },
        { name: '', address: 'carol@receiver.test' },
      ],
    }),
  )
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'recipient_refused')
  t.is(fault.recipient, 'nobody@receiver.test')
  t.is(fault.serverText, '550 5.1.1 Unknown')
  t.deepEqual(taken, [])
})

test('a recipient that is refused for now is named, and refused for now', async (t) => {
  const server = await startSmtpServer(t, {
    onRcptTo: (_address, _session, done) => done(reply(450, '4.2.1 Try again later')),
  })
  const submission = submissionTo(server)

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'recipient_deferred')
  t.is(fault.recipient, message.envelope.to[0])
})

test('content the server refuses is rejected', async (t) => {
  const sink = await startSmtpSink({ t })
  sink.behave('refuse-content')
  const submission = submissionTo(sink)

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'rejected')
  t.regex(fault.serverText, /^554 /)
})

test('a message above the SIZE of the server is rejected before it is sent', async (t) => {
  const sink = await startSmtpSink({ t, maxMessageBytes: 2_000 })
  const submission = submissionTo(sink)

  const message = await submission.build(outgoing({ text: 'long '.repeat(2_000) }))
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'rejected')
})

test('a sender that is refused with 451 is refused for now, in the words of the server', async (t) => {
  const server = await startSmtpServer(t, {
    onMailFrom: (_address, _session, done) => done(reply(451, '4.3.0 Try again later')),
  })
  const submission = submissionTo(server)

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'deferred')
  t.is(fault.reply, '451 4.3.0 Try again later')
})

for (const [code, words, meant] of [
  [552, '5.3.4 Message size exceeds limit', 'rejected'],
  [550, '5.7.1 Message refused as spam, see https://spam.example/why', 'rejected'],
  [553, '5.7.1 Sender address rejected: not owned by user', 'rejected'],
  [550, 'Domain sender.example has exceeded the max emails per hour (150/150) allowed', 'rejected'],
  [450, '4.7.1 Hourly limit exceeded', 'deferred'],
  [452, '4.3.1 Insufficient system storage', 'deferred'],
] as const) {
  test(`what refuses a message is told in the server's words: ${code} ${words}`, async (t) => {
    const server = await startSmtpServer(t, {
      onData: (stream, _session, done) => {
        stream.on('end', () => done(reply(code, words)))
        stream.resume()
      },
    })
    const submission = submissionTo(server)

    const message = await submission.build(outgoing())
    const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
      instanceOf: MailFault,
    })

    t.is(fault.code, meant)
    t.is(fault.reply, `${code} ${words}`)
  })
}

test('a server that is not there is unavailable', async (t) => {
  const submission = submissionTo({ host: '127.0.0.1', port: await freePort() })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'unavailable')
})

for (const behaviour of ['take-and-hang', 'take-and-reset', 'take-and-close'] as const) {
  test(`a server told to ${behaviour} leaves the delivery uncertain`, async (t) => {
    const sink = await startSmtpSink({ t })
    sink.behave(behaviour)
    const submission = submissionTo(sink, { timeoutMs: 1_000 })

    const message = await submission.build(outgoing())
    const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
      instanceOf: MailFault,
    })

    t.is(fault.code, 'delivery_uncertain')
    t.is(sink.messages.length, 1)
  })
}

test('a server that falls silent before it has the message is timed_out', async (t) => {
  const server = await startSmtpServer(t, { onMailFrom: () => undefined })
  const submission = submissionTo(server, { timeoutMs: 300 })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'timed_out')
})

test('the caller can stop a delivery that hangs', async (t) => {
  const abort = new AbortController()
  const server = await startSmtpServer(t, { onMailFrom: () => abort.abort() })
  const submission = submissionTo(server)

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, abort.signal), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'timed_out')
})

test('a delivery waits for its turn and is refused when too many wait', async (t) => {
  const abort = new AbortController()
  const server = await startSmtpServer(t, { onMailFrom: () => undefined })
  const submission = submissionTo(server, { maxConnections: 1, maxWaiting: 1 })
  const message = await submission.build(outgoing())

  const first = submission.send(message, undefined, abort.signal)
  const second = submission.send(message, undefined, abort.signal)
  const third = await t.throwsAsync(submission.send(message, undefined, abort.signal), {
    instanceOf: MailFault,
  })
  abort.abort()

  t.is(third.code, 'busy')
  await t.throwsAsync(first, { instanceOf: MailFault })
  await t.throwsAsync(second, { instanceOf: MailFault })
})

test('close waits for the delivery under way and refuses the next', async (t) => {
  const sink = await startSmtpSink({ t })
  const submission = submissionTo(sink)
  const message = await submission.build(outgoing())

  const underWay = submission.send(message, undefined, neverAborted())
  await submission.close()

  t.is(sink.messages.length, 1)
  await t.notThrowsAsync(underWay)
  await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })
})

test('STARTTLS is used when requested', async (t) => {
  const secure: boolean[] = []
  const server = await startSmtpServer(t, {
    onMailFrom: (_address, session, done) => {
      secure.push(session.secure)
      done()
    },
  })
  const submission = submissionTo(server, { tls: 'starttls', rejectUnauthorized: false })

  await submission.send(await submission.build(outgoing()), undefined, neverAborted())

  t.deepEqual(secure, [true])
})

test('a certificate no one vouches for is unavailable', async (t) => {
  const server = await startSmtpServer(t, {})
  const submission = submissionTo(server, { tls: 'starttls' })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'unavailable')
})

test('a server without STARTTLS gets no message when TLS is requested', async (t) => {
  const sink = await startSmtpSink({ t })
  const submission = submissionTo(sink, { tls: 'starttls' })

  const message = await submission.build(outgoing())
  const fault = await t.throwsAsync(submission.send(message, undefined, neverAborted()), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'unavailable')
  t.is(sink.messages.length, 0)
})

for (const address of ['"a b"@example.org', '"ada."@docomo.ne.jp', 'ann@[192.0.2.1]']) {
  test(`${address} is in the command and in the header as it is written`, async (t) => {
    const wire = await recordWire(t, await startSmtpSink({ t }))
    const submission = submissionTo(wire)
    const built = await submission.build(outgoing({ to: [{ name: '', address }] }))

    // The server of the tests knows no quoted spaces; what it was asked is what counts.
    await submission.send(built, undefined, neverAborted()).catch(() => undefined)

    t.true(wire.sent().includes(`\r\nRCPT TO:<${address}>\r\n`), wire.sent())
    t.regex(built.source.toString(), /\r\nTo: <?[^\r]*@[^\r]*\r\n/)
    t.true(built.source.includes(address), built.source.toString())
  })
}
