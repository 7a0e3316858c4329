import { loadavg } from 'node:os'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import { cookieHeader, createWebmailClient } from '../../../test/support/http/webmail-client.ts'
import { latenciesOf } from '../measure/latencies.ts'
import type { ContactsResult } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'

const CONTACTS = 10_000
const COMPLETIONS = 300
/** Words that many contacts have, few, and none. */
const TYPED = ['p', 'person 12', 'person9999@', 'city', 'nobody']

/** Two users import 10,000 contacts over HTTP, one a vCard file and one CSV; the first completes addresses from them. */
export async function measureContacts(stage: BenchStage): Promise<ContactsResult | undefined> {
  const [first, second] = stage.mail.mailboxes.usual
  if (first === undefined || second === undefined) return undefined
  const user = await signIn(stage, first.user)
  const importMs = await importFile(user, 'people.vcf', cardsOf(CONTACTS))
  const samplesMs: number[] = []
  for (let n = 0; n < COMPLETIONS; n += 1) {
    samplesMs.push(await completeAddress(user, TYPED[n % TYPED.length] ?? ''))
  }
  const other = await signIn(stage, second.user)
  const csvImportMs = await importFile(other, 'people.csv', rowsOf(CONTACTS))
  const [load = 0] = loadavg()
  return { contacts: CONTACTS, importMs, csvImportMs, load, ...latenciesOf(samplesMs) }
}

/** A user who is signed in. */
interface UserSession {
  readonly script: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

async function signIn(stage: BenchStage, user: string): Promise<UserSession> {
  const { script } = stage.postern()
  const client = createWebmailClient(script)
  await client.signIn(user, stage.dovecot.password)
  const token = client.token()
  const cookie = cookieHeader(client.cookies)
  return { script, token, headers: { accept: NATIVE_TYPE, cookie, 'x-roundcube-request': token } }
}

/** Milliseconds from the first byte of the file to the response. */
async function importFile(user: UserSession, name: string, content: string): Promise<number> {
  const { script, token, headers } = user
  const body = new FormData()
  body.set('_token', token)
  body.set('_files[]', new Blob([content]), name)
  const startedAt = performance.now()
  const url = script + actionAddress('import-contacts', {})
  const text = await (await fetch(url, { method: 'POST', headers, body })).text()
  const tookMs = performance.now() - startedAt
  if (!text.includes(`"added":${CONTACTS}`)) throw new Error(`import: ${text.slice(0, 300)}`)
  return tookMs
}

async function completeAddress({ script, headers }: UserSession, typed: string): Promise<number> {
  const requestedAt = performance.now()
  const query = actionAddress('complete-address', { typed })
  const output = await (await fetch(script + query, { headers })).text()
  const tookMs = performance.now() - requestedAt
  if (!output.includes('"completions"')) throw new Error(`completion: ${output.slice(0, 300)}`)
  return tookMs
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

/** The same users as Google writes them. */
function rowsOf(count: number): string {
  const header = [
    ...['Name', 'First Name', 'Last Name', 'E-mail 1 - Label', 'E-mail 1 - Value'],
    ...['Phone 1 - Label', 'Phone 1 - Value', 'Organization Name', 'Labels'],
    ...['Address 1 - Street', 'Address 1 - City', 'Address 1 - Postal Code', 'Address 1 - Country'],
    'Notes',
  ].join(',')
  const rows = Array.from({ length: count }, (_none, n) =>
    [
      ...[`Person ${n} Example`, `Person ${n}`, 'Example', 'Work', `person${n}@example.test`],
      ...['Mobile', `+49 551 ${n}`, `Company ${n % 100}`, `Group ${n % 20}`],
      ...['Street 1', 'City', '12345', 'Country', 'Met at the conference'],
    ].join(','),
  )
  return [header, ...rows, ''].join('\r\n')
}
