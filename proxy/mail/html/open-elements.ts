import { voidElements, words } from './allowed-markup.ts'

/** What a start tag does. */
export interface StartedElement {
  /** The elements that it ends (HTML 13.2.6), innermost first. */
  readonly ended: readonly string[]
  /** False where it does not count, and neither does its end tag. */
  readonly isRetained: boolean
}

/** Which elements are open in a body that is read tag by tag. */
export interface OpenElements {
  readonly open: (name: string) => StartedElement
  /** The elements that an end tag ends, innermost first: none where nothing of that name is open. */
  readonly close: (name: string) => readonly string[]
  /** All that are still open, innermost first. */
  readonly end: () => readonly string[]
}

/** Deeper elements are dropped, and their text stays. The difference cannot be seen, and browsers stop at 512. */
const MAX_DEPTH = 400

/** These may overlap others: what that looks like is the browser's to say, as with the body itself (HTML 13.2.4.3). */
const formatting = words('a b big code em font i s small strike strong tt u')
/** These do not end what is around them. */
const phrases = words('span abbr bdi bdo cite del dfn ins kbd mark q samp sub sup time var')
const headings = words('h1 h2 h3 h4 h5 h6')
/** Their formatting ends with them, and nothing in them ends what is around them. */
const cells = words('td th caption')

/** What ends a paragraph by its start. */
const endParagraph = words(`
  address article aside blockquote center dd details div dl dt figcaption figure footer
  h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table ul
`)
const paragraph = words('p')
const listItem = words('li')
const definitions = words('dd dt')
const items = new Set([...listItem, ...definitions])
/** What a list item may stand in and still ends the one before. */
const withinItem = words('address div p')

/** Parts of a table, and what each may stand in directly. */
const tableParts: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...tablePart('td th', 'tr thead tbody tfoot table'),
  ...tablePart('tr', 'thead tbody tfoot table'),
  ...tablePart('thead tbody tfoot caption colgroup', 'table'),
  ...tablePart('col', 'colgroup table'),
])

function tablePart(names: string, parents: string): (readonly [string, ReadonlySet<string>])[] {
  return [...words(names)].map((name) => [name, words(parents)])
}

/** Follows a body as browsers do, in bounded work for each tag. Void elements never stay open. */
export function followElements(): OpenElements {
  /** From the outermost; formatting has lists of its own, one for each cell around it. */
  const stack: string[] = []
  const overlapping: string[][] = [[]]
  let depth = 0
  const uncounted = new Map<string, number>()
  /** How often each name is in the stack: no one looks through it for what is not there. */
  const counts = new Map<string, number>()

  /** Ends everything from a place of the stack on. */
  const popTo = (index: number): string[] => {
    const ended: string[] = []
    while (stack.length > index) {
      const name = stack.pop() ?? ''
      counts.set(name, (counts.get(name) ?? 0) - 1)
      if (cells.has(name)) {
        const own = overlapping.pop() ?? []
        depth -= own.length
        ended.push(...own.reverse())
      }
      ended.push(name)
      depth -= 1
    }
    return ended
  }
  /** The innermost of these names, unless what stops the search stands within it; -1 for none. */
  const find = (names: ReadonlySet<string>, isStop = isBoundary): number => {
    if (!hasAny(names)) return -1
    for (let index = stack.length - 1; index >= 0; index -= 1) {
      const name = stack[index] ?? ''
      if (names.has(name)) return index
      if (isStop(name)) return -1
    }
    return -1
  }
  const hasAny = (names: ReadonlySet<string>): boolean => {
    for (const name of names) if ((counts.get(name) ?? 0) > 0) return true
    return false
  }
  const popFound = (index: number): string[] => (index === -1 ? [] : popTo(index))

  const openTablePart = (name: string, parents: ReadonlySet<string>): StartedElement => {
    const parent = find(parents, isTable)
    return parent === -1 ? IGNORED : push(name, popTo(parent + 1))
  }
  const endedBy = (name: string): readonly string[] => {
    const ended: string[] = []
    if (items.has(name)) {
      const others = name === 'li' ? listItem : definitions
      ended.push(...popFound(find(others, endsItems)))
    }
    if (endParagraph.has(name)) ended.push(...popFound(find(paragraph)))
    const isInHeading = headings.has(name) && headings.has(stack.at(-1) ?? '')
    return isInHeading ? [...ended, ...popTo(stack.length - 1)] : ended
  }
  const push = (name: string, ended: readonly string[]): StartedElement => {
    if (voidElements.has(name)) return { ended, isRetained: true }
    if (depth >= MAX_DEPTH) {
      uncounted.set(name, (uncounted.get(name) ?? 0) + 1)
      return { ended, isRetained: false }
    }
    depth += 1
    if (formatting.has(name)) overlapping.at(-1)?.push(name)
    else {
      stack.push(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    if (cells.has(name)) overlapping.push([])
    return { ended, isRetained: true }
  }
  const closeFormatting = (name: string): readonly string[] => {
    const own = overlapping.at(-1) ?? []
    const index = own.lastIndexOf(name)
    if (index === -1) return []
    own.splice(index, 1)
    depth -= 1
    return [name]
  }
  const positionOf = (name: string): number => {
    const names = headings.has(name) ? headings : new Set([name])
    if (name === 'table' || tableParts.has(name)) return find(names, isTable)
    return find(names, phrases.has(name) ? isNoPhrase : isBoundary)
  }
  return {
    open(name) {
      const parents = tableParts.get(name)
      return parents === undefined ? push(name, endedBy(name)) : openTablePart(name, parents)
    },
    close(name) {
      const without = uncounted.get(name) ?? 0
      if (without > 0) {
        uncounted.set(name, without - 1)
        return []
      }
      return formatting.has(name) ? closeFormatting(name) : popFound(positionOf(name))
    },
    end: () => [...popTo(0), ...(overlapping[0] ?? []).reverse()],
  }
}

const IGNORED: StartedElement = { ended: [], isRetained: false }

/** Nothing that is in these ends what is around them. */
function isBoundary(name: string): boolean {
  return name === 'table' || cells.has(name)
}

function isTable(name: string): boolean {
  return name === 'table'
}

function isNoPhrase(name: string): boolean {
  return !phrases.has(name)
}

/** The item before a new one is looked for no further than to its list. */
function endsItems(name: string): boolean {
  return !phrases.has(name) && !withinItem.has(name)
}
