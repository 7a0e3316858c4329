import { isMember } from '../../format/vcard/group-card.ts'
import { logicalLines } from '../../format/vcard/logical-lines.ts'
import { plainUid } from '../../format/vcard/member-uid.ts'
import { parseProperty } from '../../format/vcard/property.ts'
import { escapeText } from '../../format/vcard/text-value.ts'
import { foldLine, joinCard } from '../../format/vcard/write-card.ts'

/** What the card of a group is to say now. */
export type GroupCardChange = MemberChange | { readonly name: string }

/** Which members come and go. */
export interface MemberChange {
  readonly added: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

/** The card of a group with a change in it. */
export function changedGroupCard(text: string, change: GroupCardChange): string {
  return 'name' in change ? renamedCard(text, change.name) : patchMembers(text, change)
}

/** The card of a group under another name; all that it says otherwise stays. */
function renamedCard(text: string, name: string): string {
  const written = escapeText(name)
  const lines = linesOf(text).map((line) =>
    line.name === 'FN' ? `FN:${written}` : line.name === 'N' ? `N:${written};;;;` : line.line,
  )
  return joinCard(lines.map(foldLine))
}

/** The card with other members, in the words of who made it; all that it says otherwise stays. */
function patchMembers(text: string, { added, removed }: MemberChange): string {
  const lines = linesOf(text)
  const isApple = lines.some(({ name }) => name === 'X-ADDRESSBOOKSERVER-KIND')
  const there = new Set<string>()
  const remaining = lines.filter(({ name, value }) => {
    if (!isMember(name)) return true
    const uid = plainUid(value)
    if (removed.has(uid)) return false
    there.add(uid)
    return true
  })
  const word = isApple ? 'X-ADDRESSBOOKSERVER-MEMBER' : 'MEMBER'
  const more = [...added].filter((uid) => !there.has(uid)).map((uid) => `${word}:urn:uuid:${uid}`)
  return joinCard([...remaining.map(({ line }) => line), ...more].map(foldLine))
}

interface GroupLine {
  /** Upper case. */
  readonly name: string
  readonly value: string
  /** Unfolded. */
  readonly line: string
}

function linesOf(text: string): readonly GroupLine[] {
  const lines: GroupLine[] = []
  for (const logical of logicalLines(Buffer.from(text))) {
    const property = parseProperty(logical)
    if (property === undefined || /^(BEGIN|END)$/.test(property.name)) continue
    const line = Buffer.from(logical.bytes, 'latin1').toString('utf8')
    lines.push({ name: property.name, value: property.value.trim(), line })
  }
  return lines
}
