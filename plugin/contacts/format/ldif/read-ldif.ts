import { decodeCharset } from '../../../../proxy/mail/mime/charset/decode.ts'
import { emptyContact, type Contact } from '../../contact.ts'
import { oneLine } from '../../one-line.ts'
import { checkedContact } from '../checked-contact.ts'
import { photoOf, type ImportedEntry, type ImportedGroup, type ReadingStep } from '../imported.ts'
import { namedAddresses } from '../named-addresses.ts'
import { importProblem, type ImportProblemCode } from '../problem.ts'
import { writtenBirthday } from '../written-birthday.ts'
import { ldifRecords, type LdifLine, type LdifRecord } from './ldif-records.ts'

/**
 * Reads the contacts of an LDIF file (RFC 2849) as Thunderbird, Evolution and directories write it, and its groups
 * (`groupOfNames`, `mozillaAbPersonAlpha`). Never throws.
 */
export function* readLdif(file: Buffer): Generator<ReadingStep> {
  for (const record of ldifRecords(file)) {
    if (record === undefined) yield undefined
    else if (record.kind === 'too-long') yield problemOf(record.line, 'card_too_long')
    else yield* readRecord(record)
  }
}

type WholeRecord = Extract<LdifRecord, { readonly kind: 'record' }>

function* readRecord({
  line,
  lines,
  unread,
}: WholeRecord): Generator<ImportedEntry | ImportedGroup> {
  const entry = openEntry(lines)
  for (const one of unread) yield problemOf(one.line, 'line_left_out', one.text)
  // The version of the format is a record of its own where a line stands between.
  if (lines.every(({ name }) => name === 'version')) return
  const change = entry.text('changetype').toLowerCase()
  if (change !== '' && change !== 'add') {
    yield problemOf(line, 'entry_unreadable', entry.text('dn'))
    return
  }
  if (entry.all('objectclass').some((name) => /^groupof(?:unique)?names$/i.test(name))) {
    const members = [...entry.all('member'), ...entry.all('uniquemember')].map(dnKey)
    yield { kind: 'group', name: oneLine(entry.text('cn')), members }
    return
  }
  const problems: ImportedEntry[] = []
  const contact = contactOf(entry, (at, code, about) => problems.push(problemOf(at, code, about)))
  const photo = photoIn(lines)
  if (photo?.content === undefined && photo !== undefined) {
    problems.push(problemOf(photo.line, 'photo_left_out'))
  }
  yield* problems
  for (const checked of checkedContact(line, contact, photo?.content)) {
    if (checked.kind === 'problem') yield checked
    else yield { ...checked, entry: { ...checked.entry, memberName: dnKey(entry.text('dn')) } }
  }
}

function problemOf(line: number, code: ImportProblemCode, about = ''): ImportedEntry {
  return { kind: 'problem', problem: importProblem(line, code, about) }
}

/** The name of an entry as others write it: spaces around its commas and capitals mean nothing (RFC 4514). */
function dnKey(dn: string): string {
  return dn
    .replace(/\s*([,=+])\s*/g, '$1')
    .trim()
    .toLowerCase()
}

/** A record by the names of its lines. */
interface LdifEntry {
  readonly text: (...names: readonly string[]) => string
  readonly all: (name: string) => readonly string[]
  readonly lineOf: (name: string) => number
}

function openEntry(lines: readonly LdifLine[]): LdifEntry {
  const byName = new Map<string, LdifLine[]>()
  for (const line of lines) {
    const known = byName.get(line.name)
    if (known === undefined) byName.set(line.name, [line])
    else known.push(line)
  }
  const all = (name: string) =>
    (byName.get(name) ?? []).map(({ value }) => decodeCharset(value, undefined).trim())
  return {
    all,
    text: (...names) => names.flatMap(all).find((text) => text !== '') ?? '',
    lineOf: (name) => byName.get(name)?.[0]?.line ?? 1,
  }
}

/** Attributes of telephone numbers (RFC 4519, RFC 4524) with the label that they mean. */
const PHONES = [
  ['telephonenumber', 'work'],
  ['homephone', 'home'],
  ['mobile', 'mobile'],
  ['cellphone', 'mobile'],
  ['facsimiletelephonenumber', 'fax'],
  ['fax', 'fax'],
  ['pager', 'pager'],
  ['pagerphone', 'pager'],
] as const

const EMAILS = ['mail', 'mozillasecondemail', 'xmozillasecondemail']

const WEBSITES = [
  ['mozillahomeurl', 'home'],
  ['mozillaworkurl', 'work'],
  ['homeurl', 'home'],
  ['workurl', 'work'],
  ['labeleduri', ''],
] as const

type Report = (line: number, code: ImportProblemCode, about: string) => void

function contactOf(entry: LdifEntry, report: Report): Contact {
  const one = (...names: readonly string[]) => oneLine(entry.text(...names))
  return {
    ...emptyContact(one('cn', 'displayname', 'commonname')),
    given: one('givenname', 'gn'),
    family: one('sn', 'surname'),
    nickname: one('mozillanickname', 'xmozillanickname'),
    organisation: one('o', 'company', 'organizationname'),
    department: one('ou', 'department', 'departmentnumber'),
    title: one('title'),
    emails: EMAILS.flatMap((name) => entry.all(name).flatMap((text) => emailsOf(name, text))),
    phones: PHONES.flatMap(([name, label]) =>
      entry.all(name).map((number) => ({ number: oneLine(number), label })),
    ).filter(({ number }) => number !== ''),
    addresses: [homeAddress(entry), workAddress(entry)].filter(isFilled),
    websites: WEBSITES.flatMap(([name, label]) =>
      entry.all(name).map((url) => ({ url: oneLine(url), label })),
    ).filter(({ url }) => url !== ''),
    birthday: birthday(),
    note: entry.all('description').join('\n\n').replace(/\r\n?/g, '\n').trim(),
    uid: one('entryuuid'),
  }

  function emailsOf(name: string, text: string): Contact['emails'] {
    const { addresses, others } = namedAddresses(text)
    for (const other of others) report(entry.lineOf(name), 'email_left_out', other)
    return addresses.map(({ address }) => ({ address, label: '' }))
  }

  function birthday(): string {
    const [year, month, day] = [one('birthyear'), one('birthmonth'), one('birthday')]
    const written = [year || '-', month.padStart(2, '0'), day.padStart(2, '0')].join('-')
    const text = month === '' ? day : written
    const read = text === '' ? '' : writtenBirthday(text, 'day-first')
    if (read === undefined) report(entry.lineOf('birthday'), 'birthday_left_out', text)
    return read ?? ''
  }
}

type PostalAddress = Contact['addresses'][number]

function homeAddress(entry: LdifEntry): PostalAddress {
  const one = (name: string) => oneLine(entry.text(name))
  return {
    street: linesOf(entry, 'mozillahomestreet', 'mozillahomestreet2', 'homepostaladdress'),
    city: one('mozillahomelocalityname'),
    region: one('mozillahomestate'),
    postcode: one('mozillahomepostalcode'),
    country: one('mozillahomecountryname'),
    label: 'home',
  }
}

function workAddress(entry: LdifEntry): PostalAddress {
  const one = (...names: readonly string[]) => oneLine(entry.text(...names))
  const street = linesOf(entry, 'street', 'streetaddress', 'mozillaworkstreet2')
  return {
    street: street === '' ? linesOf(entry, 'postaladdress') : street,
    city: one('l', 'locality', 'localityname'),
    region: one('st', 'region'),
    postcode: one('postalcode'),
    country: one('co', 'c', 'countryname', 'friendlycountryname'),
    label: 'work',
  }
}

/** A `$` ends a line of a postal address (RFC 4517 3.3.28). */
function linesOf(entry: LdifEntry, ...names: readonly string[]): string {
  const texts = names.flatMap((name) => entry.all(name)).filter((text) => text !== '')
  return texts.map((text) => text.replace(/\s*\$\s*/g, '\n')).join('\n')
}

function isFilled({ street, city, region, postcode, country }: PostalAddress): boolean {
  return `${street}${city}${region}${postcode}${country}` !== ''
}

function photoIn(lines: readonly LdifLine[]) {
  const found = lines.find(
    ({ name, value }) => /^(?:jpegphoto|thumbnailphoto)$/.test(name) && value.length > 0,
  )
  return found === undefined ? undefined : { line: found.line, content: photoOf(found.value) }
}
