import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import test from 'ava'
import { z } from 'zod'
import type { Account } from '../../../proxy/mail/model/account.ts'
import type { Address } from '../../../proxy/mail/model/summary.ts'
import type { Message } from '../../../proxy/mail/model/message.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { openAccount, patient } from './engine.ts'

// Mail as users met it (cases/), with what is right: each file stands for a kind.

const words = z.array(z.string()).optional()
const expected = z.record(
  z.string(),
  z.object({
    kind: z.string(),
    source: z.string(),
    right: z.string().optional(),
    /** In the plain text, or in the HTML where there is only that. */
    text: words,
    nottext: words,
    /** In the HTML. */
    frame: words,
    subject: z.string().optional(),
    fromname: z.string().optional(),
    fromaddr: z.string().optional(),
    date: z.string().optional(),
    replyto: words,
    /** All of them. */
    to: words,
    /** What is quoted from the HTML. */
    reply: words,
    /** Bytes in hexadecimal by file name. */
    att: z.record(z.string(), z.string()).optional(),
  }),
)
const folder = new URL('cases/', import.meta.url)
const cases = Object.entries(
  expected.parse(JSON.parse(readFileSync(new URL('expect.json', folder), 'utf8'))),
)

let dovecot: Dovecot
let account: Account
const ends: (() => unknown)[] = []
test.before(async () => {
  dovecot = await startDovecot({ users: 1 })
  for (const [name] of cases) {
    await dovecot.deliver(dovecot.userName(1), {
      raw: readFileSync(new URL(`${name}.eml`, folder)),
    })
  }
  account = openAccount({ teardown: (end) => ends.push(end) }, dovecot, 1)
})
test.after.always(async () => {
  for (const end of ends) await end()
  await dovecot.stop()
})

for (const [index, [name, wanted]] of cases.entries()) {
  test(`${name}: ${wanted.right ?? wanted.kind}`, async (t) => {
    const message = await account.message('INBOX', index + 1, patient)
    const { summary } = message.row
    const shown = `${message.text ?? ''}\n${message.html ?? ''}`

    for (const said of wanted.text ?? []) t.true(shown.includes(said), shown)
    for (const said of wanted.nottext ?? []) t.false(shown.includes(said), shown)
    for (const said of wanted.frame ?? []) t.true(framed(message).includes(said), framed(message))
    if (wanted.subject !== undefined) t.is(summary.subject, wanted.subject)
    if (wanted.fromname !== undefined) t.is(summary.from[0]?.name, wanted.fromname)
    if (wanted.fromaddr !== undefined) t.is(summary.from[0]?.address, wanted.fromaddr)
    if (wanted.to !== undefined) t.deepEqual(addressesOf(summary.to), wanted.to)
    for (const address of wanted.replyto ?? []) {
      t.true(
        message.replyTo.some((one) => one.address === address),
        address,
      )
    }
    if (wanted.reply !== undefined) t.is(message.text, undefined, 'the HTML is quoted')
    if (wanted.date !== undefined) t.is(summary.date, Date.parse(`${wanted.date}Z`))
    for (const [filename, bytes] of Object.entries(wanted.att ?? {})) {
      const part = message.attachments.find((one) => one.filename === filename)
      t.truthy(part, message.attachments.map((one) => one.filename).join(', '))
      const { stream } = await account.part('INBOX', index + 1, part?.id ?? '', patient)
      t.is((await buffer(stream)).toString('hex'), bytes)
    }
  })
}

test('the user has the last word on what a message is written in', async (t) => {
  const at = cases.findIndex(([name]) => name === 'charset-cp850')
  const options = { ...patient, charset: 'windows-1252' }
  const message = await account.message('INBOX', at + 1, options)

  t.true(message.text?.includes('áe'), message.text)
})

function addressesOf(all: readonly Address[]): readonly string[] {
  return all.map(({ address }) => address)
}

/** The HTML, and the images that hang on the message; what the page makes of both stands with its tests. */
function framed({ html = '', inlineParts }: Message): string {
  return html + inlineParts.map(({ type, filename }) => `${type} ${filename}`).join()
}
