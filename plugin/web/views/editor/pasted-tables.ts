/** `.xl65 {text-align:right; border:.5pt solid windowtext;}`, as Excel says how its cells look. */
const CLASS_RULE = /\.([\w-]+)\s*\{([^}]*)\}/g
const BORDER = /(?:^|;)\s*border(?:-(top|right|bottom|left))?\s*:\s*([^;]+)/gi
const ALIGNMENT = /(?:^|;)\s*text-align\s*:\s*(right|center)\b/i

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const LINES: ReadonlySet<string> = new Set(['solid', 'dashed', 'dotted', 'double'])
/** Words of a border that are no colour of their own. */
const OTHER_WORDS: ReadonlySet<string> = new Set([
  'thin',
  'medium',
  'thick',
  'hairline',
  'windowtext',
])
const PIXELS_OF_POINT = 4 / 3

/** Google Sheets says by an attribute of the table that it has a grid. */
const GRID = '1px solid #c5cad6'
const PADDING = 'padding:4px 8px'

/** What is said of the looks of cells, before that is removed with all styles. */
export interface CellLooks {
  /** The style of a cell: its borders, and where its words stand; empty for one that has none of that. */
  styleOf(cell: Element): string
}

/** Reads the looks of cells as Excel, LibreOffice and Google Sheets copy them. */
export function cellLooksIn(body: HTMLElement): CellLooks {
  const rules = new Map<string, string>()
  for (const style of body.ownerDocument.querySelectorAll('style')) {
    for (const [, name = '', said = ''] of style.textContent.matchAll(CLASS_RULE))
      rules.set(name, said)
  }
  return {
    styleOf(cell) {
      const own = [...cell.classList].map((name) => rules.get(name) ?? '')
      const said = [...own, cell.getAttribute('style') ?? ''].join(';')
      const hasGrid = Number(cell.closest('table')?.getAttribute('border') ?? 0) > 0
      const borders = bordersOf(said, hasGrid ? GRID : undefined)
      const alignment = ALIGNMENT.exec(said)?.[1] ?? cell.getAttribute('align')?.toLowerCase()
      const isAligned = alignment === 'right' || alignment === 'center'
      return [
        ...(borders.length === 0 ? [] : [...borders, PADDING]),
        ...(isAligned ? [`text-align:${alignment}`] : []),
      ].join(';')
    },
  }
}

/** As declarations; later ones of what was said count more. */
function bordersOf(said: string, initial: string | undefined): readonly string[] {
  const bySide = new Map<string, string | undefined>(SIDES.map((side) => [side, initial]))
  for (const [, side, value = ''] of said.matchAll(BORDER)) {
    for (const one of side === undefined ? SIDES : [side.toLowerCase()])
      bySide.set(one, drawn(value) ?? initial)
  }
  const [first] = bySide.values()
  if (first !== undefined && [...bySide.values()].every((value) => value === first))
    return [`border:${first}`]
  return [...bySide].flatMap(([side, value]) =>
    value === undefined ? [] : [`border-${side}:${value}`],
  )
}

/** A border in pixels, as all programs draw it; undefined for none. */
function drawn(value: string): string | undefined {
  const words = value
    .trim()
    .toLowerCase()
    .split(/\s+(?![^(]*\))/)
  const line = words.find((word) => LINES.has(word) || word === 'hairline')
  if (line === undefined) return undefined
  const color = words.find(
    (word) =>
      /^(#[0-9a-f]{3,8}|rgb\([\d\s,.]+\)|[a-z]+)$/.test(word) &&
      !LINES.has(word) &&
      !OTHER_WORDS.has(word),
  )
  const [, number = '1', unit = 'px'] =
    words.map((word) => /^(\d*\.?\d+)(pt|px)$/.exec(word)).find((found) => found !== null) ?? []
  const pixels = Number(number) * (unit === 'pt' ? PIXELS_OF_POINT : 1)
  const shown = LINES.has(line) ? line : 'solid'
  return `${Math.max(1, Math.round(pixels))}px ${shown} ${color ?? '#000000'}`
}
