import { loadavg } from 'node:os'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { cookieHeader, createWebmailClient } from '../../../test/support/http/webmail-client.ts'
import { latenciesOf } from '../measure/latencies.ts'
import type { ContactsResult } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'

const CONTACTS = 10_000
const COMPLETIONS = 300
/** Words that many contacts have, few, and none. */
const TYPED = ['p', 'person 12', 'person9999@', 'city', 'nobody']

/** A file of 10,000 contacts is imported, and addresses are completed from them, by one person over HTTP. */
export async function measureContacts(stage: BenchStage): Promise<ContactsResult | undefined> {
  const [mailbox] = stage.mail.mailboxes.usual
  if (mailbox === undefined) return undefined
  const { script } = stage.postern()
  const client = createWebmailClient(script)
  await client.signIn(mailbox.user, stage.dovecot.password)
  const headers = {
    accept: NATIVE_TYPE,
    cookie: cookieHeader(client.cookies),
    'x-roundcube-request': client.token(),
  }

  const form = new FormData()
  form.set('_token', client.token())
  form.set('file', new Blob([cardsOf(CONTACTS)]), 'people.vcf')
  const startedAt = performance.now()
  const post = { method: 'POST', headers, body: form }
  const answer = await fetch(`${script}?_task=mail&_action=import-contacts`, post)
  const text = await answer.text()
  const importMs = performance.now() - startedAt
  if (!text.includes(`"added":${CONTACTS}`)) throw new Error(`import: ${text.slice(0, 300)}`)

  const samplesMs: number[] = []
  for (let n = 0; n < COMPLETIONS; n += 1) {
    const typed = encodeURIComponent(TYPED[n % TYPED.length] ?? '')
    const askedAt = performance.now()
    const query = `?_task=mail&_action=complete-address&_typed=${typed}`
    const told = await (await fetch(script + query, { headers })).text()
    samplesMs.push(performance.now() - askedAt)
    if (!told.includes('"completions"')) throw new Error(`completion: ${told.slice(0, 300)}`)
  }
  const [load = 0] = loadavg()
  return { contacts: CONTACTS, importMs, load, ...latenciesOf(samplesMs) }
}

function cardsOf(count: number): string {
  const cards = Array.from({ length: count }, (_none, n) =>
    [
      ...['BEGIN:VCARD', 'VERSION:4.0', `UID:bench-${n}`, `FN:Person ${n} Example`],
      ...[`N:Example;Person ${n};;;`, `EMAIL;TYPE=work:person${n}@example.test`],
      ...[`TEL;TYPE=cell:+49 551 ${n}`, `ORG:Company ${n % 100}`, `CATEGORIES:Group ${n % 20}`],
      ...['ADR:;;Street 1;City;;12345;Country', 'NOTE:Met at the conference', 'END:VCARD', ''],
    ].join('\r\n'),
  )
  return cards.join('')
}
