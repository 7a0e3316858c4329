import { emptyContact, type Contact } from '../../contact.ts'
import { photoId, type Photo } from '../imported.ts'
import { logicalLines } from './logical-lines.ts'
import { parseProperty } from './property.ts'
import { readCards } from './read-card.ts'
import { cardProperties, foldLine, joinCard, writeCard, type CardStyle } from './write-card.ts'

/** The properties of a card that a contact has a place for, by the fields they fill. */
const FIELDS: ReadonlyMap<string, readonly (keyof Contact)[]> = new Map([
  ['FN', ['name']],
  ['N', ['family', 'given', 'middle', 'prefix', 'suffix']],
  ['NICKNAME', ['nickname']],
  ['ORG', ['organisation', 'department']],
  ['TITLE', ['title']],
  ['EMAIL', ['emails']],
  ['TEL', ['phones']],
  ['ADR', ['addresses']],
  ['URL', ['websites']],
  ['BDAY', ['birthday']],
  ['NOTE', ['note']],
  ['CATEGORIES', ['groups']],
  ['PHOTO', ['photo']],
] as const)

interface CardLine {
  /** Upper case. */
  readonly name: string
  /** Lower case; empty for none. */
  readonly group: string
  readonly text: string
}

/**
 * A card that says what the contact says now. Properties that a contact has no place for stay, and so do those that say the
 * same already: other programs on the same card keep what is theirs. undefined where the text is no card.
 */
export function patchCard(
  text: string,
  contact: Contact,
  photo: Photo | undefined,
): string | undefined {
  const before = readOne(text)
  if (before === undefined) return undefined
  const lines = linesOf(text)
  const version = lines.find(({ name }) => name === 'VERSION')?.text.trim()
  // The old format has escapes and charsets of its own.
  if (version?.endsWith(':2.1') === true) return writeCard(contact, photo, { version: '3.0' })
  const style: CardStyle = {
    version: version?.endsWith(':4.0') === true ? '4.0' : '3.0',
    itemsTaken: highestItem(lines),
  }
  const changed = [...FIELDS].flatMap(([property, fields]) => {
    const isSame = fields.every(
      (field) => JSON.stringify(before[field]) === JSON.stringify(contact[field]),
    )
    return isSame ? [] : [property]
  })
  const isChanged = new Set(changed)
  const { kept: remaining, rest } = keepItems(lines, { before, contact, isChanged })
  const written = cardProperties(rest, photo, style).filter(({ name }) => isChanged.has(name))
  return joinCard([
    ...remaining.map((line) => foldLine(line.text)),
    ...written.flatMap((property) => property.lines),
  ])
}

/** Of what stands several times each line says one item: those that stay need not be rewritten. */
const ITEMS = [
  ['EMAIL', 'emails'],
  ['TEL', 'phones'],
  ['ADR', 'addresses'],
  ['URL', 'websites'],
] as const

/** The lines that stay, and what of the contact they do not say. */
function keepItems(
  lines: readonly CardLine[],
  {
    before,
    contact,
    isChanged,
  }: {
    readonly before: Contact
    readonly contact: Contact
    readonly isChanged: ReadonlySet<string>
  },
): { readonly kept: readonly CardLine[]; readonly rest: Contact } {
  let rest = contact
  const dropped = new Set<CardLine>()
  for (const [name, field] of ITEMS) {
    if (!isChanged.has(name)) continue
    const wanted = contact[field].map((item) => JSON.stringify(item))
    const said = lines
      .filter((line) => line.name === name)
      .map((line) => ({ line, item: itemOf(line, lines, field) }))
    const staying = said.filter(({ item }) => item !== undefined && wanted.includes(item))
    // The first one is the preferred one: another order is written as a whole.
    const inOrder = staying.every(({ item }, at) => item === wanted[at])
    // What cannot be read, or was more than a contact holds, was not before the owner.
    const shown = new Set(before[field].map((item) => JSON.stringify(item)))
    const unseen = said.filter(({ item }) => item === undefined || !shown.has(item))
    const stay = new Set((inOrder ? [...staying, ...unseen] : unseen).map(({ line }) => line))
    for (const { line } of said) if (!stay.has(line)) dropped.add(line)
    if (inOrder) rest = { ...rest, [field]: contact[field].slice(staying.length) }
  }
  for (const line of lines) {
    const isItem = ITEMS.some(([name]) => name === line.name)
    if (isChanged.has(line.name) && !isItem) dropped.add(line)
  }
  const deleted = new Set([...dropped].flatMap(({ group }) => (group === '' ? [] : [group])))
  const remaining = lines.filter(
    (line) => !dropped.has(line) && !(line.name === 'X-ABLABEL' && deleted.has(line.group)),
  )
  return { kept: remaining, rest }
}

/** What one line says, as JSON; undefined where nothing of it can be read. */
function itemOf(
  line: CardLine,
  lines: readonly CardLine[],
  field: (typeof ITEMS)[number][1],
): string | undefined {
  const label = lines.filter(
    ({ name, group }) => name === 'X-ABLABEL' && group !== '' && group === line.group,
  )
  const alone = ['FN:x', line.text, ...label.map(({ text }) => text)]
  const item = readOne(joinCard(alone))?.[field][0]
  return item === undefined ? undefined : JSON.stringify(item)
}

/** What a card says, its picture by its name; undefined where it is no contact. */
function readOne(text: string): Contact | undefined {
  for (const read of readCards(Buffer.from(text))) {
    if (read.kind !== 'contact') continue
    const { contact, photo } = read.entry
    return { ...emptyContact(''), ...contact, photo: photo === undefined ? '' : photoId(photo) }
  }
  return undefined
}

/** The unfolded lines between BEGIN and END. */
function linesOf(text: string): readonly CardLine[] {
  const lines: CardLine[] = []
  for (const logical of logicalLines(Buffer.from(text))) {
    const property = parseProperty(logical)
    const { name = '', group = '' } = property ?? {}
    const unfolded = Buffer.from(logical.bytes, 'latin1').toString('utf8')
    if (name === 'BEGIN' || name === 'END' || unfolded.trim() === '') continue
    lines.push({ name, group, text: unfolded })
  }
  return lines
}

function highestItem(lines: readonly CardLine[]): number {
  return Math.max(
    0,
    ...lines.map(({ group }) => Number(/^item([0-9]{1,6})$/.exec(group)?.[1] ?? 0)),
  )
}
