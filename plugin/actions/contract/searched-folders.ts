import type { Mailbox, SpecialUse } from '../../../proxy/mail/index.ts'

/** Which folders a typed search is about, and what of the text is looked for in them. */
export interface SearchedFolders {
  /** The text without the words about folders. */
  readonly text: string
  /** Folders that can be opened, INBOX first, then by their paths. */
  readonly mailboxes: readonly Mailbox[]
}

/**
 * Reads `in:sent`, `in:"Old projects"`, `in:anywhere` and `-in:lists` off a typed search, among the folders there are.
 * A folder goes by its use, its name or its path, in any case of letters, and brings what is below it. Without such a
 * word, or with exclusions only, all folders are meant but Junk, Trash and what is below them.
 */
export function searchedFolders(text: string, all: readonly Mailbox[]): SearchedFolders {
  const wanted: string[] = []
  const excluded: string[] = []
  const rest = text.replace(FOLDER_WORD, (word: string, before?: string, ...groups: string[]) => {
    if (before === undefined) return word
    const [sign, quoted, plain = ''] = groups
    const names = sign === '-' ? excluded : wanted
    names.push((quoted ?? plain).toLowerCase())
    return before
  })
  const isIn = (names: readonly string[]) => (mailbox: Mailbox) =>
    [mailbox, ...parentsOf(mailbox, all)].some((one) => names.some((name) => isCalled(one, name)))
  const isMeant = wanted.length === 0 ? isUsual(all) : isIn(wanted)
  const mailboxes = all
    .filter((mailbox) => mailbox.isSelectable && isMeant(mailbox) && !isIn(excluded)(mailbox))
    .toSorted((one, other) => (isBefore(one.path, other.path) ? -1 : 1))
  return { text: rest.replaceAll(/\s+/g, ' ').trim(), mailboxes }
}

/** True where the first one is searched before the other. */
export function isBefore(path: string, other: string): boolean {
  if (path === INBOX || other === INBOX) return path === INBOX && other !== INBOX
  return path < other
}

const INBOX = 'INBOX'

/** The sign may stand before it, and a name with blanks in quotes; a phrase in quotes has no such words. */
const FOLDER_WORD = /(^|\s)(-)?in:(?:"([^"]+)"|([^\s"]\S*))(?=\s|$)|"[^"]*"/giu

const USES: ReadonlyMap<string, SpecialUse> = new Map([
  ['inbox', 'inbox'],
  ['sent', 'sent'],
  ['drafts', 'drafts'],
  ['draft', 'drafts'],
  ['junk', 'junk'],
  ['spam', 'junk'],
  ['trash', 'trash'],
  ['archive', 'archive'],
])

function isCalled({ path, name, specialUse }: Mailbox, called: string): boolean {
  if (called === 'anywhere') return true
  const use = USES.get(called)
  if (use !== undefined && specialUse === use) return true
  return path.toLowerCase() === called || name.toLowerCase() === called
}

function isUsual(all: readonly Mailbox[]): (mailbox: Mailbox) => boolean {
  return (mailbox) =>
    [mailbox, ...parentsOf(mailbox, all)].every(
      ({ specialUse }) => specialUse !== 'junk' && specialUse !== 'trash',
    )
}

/** INBOX stands for itself: many servers keep all other folders below it. */
function parentsOf({ path, delimiter }: Mailbox, all: readonly Mailbox[]): readonly Mailbox[] {
  if (delimiter === undefined) return []
  return all.filter(
    (parent) => parent.path !== INBOX && path.startsWith(`${parent.path}${delimiter}`),
  )
}
