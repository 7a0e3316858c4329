import { sizeText } from '../message-row.ts'

/** Units of sizes in the reader's language, by how `sizeText` writes them: `KB` is `ko` in French. */
export type SizeUnits = ReadonlyMap<string, string>

/** A size that was seen: bytes, and how it was written. */
export type SeenSize = readonly [bytes: number, text: string]

/** As English has them; in other languages units count once they were seen. */
export const ENGLISH_UNITS: SizeUnits = new Map(
  ['B', 'KB', 'MB', 'GB', 'MB with decimals', 'GB with decimals'].map(
    (key) => [key, key.slice(0, 2).trim()] as const,
  ),
)

/** The units known when these sizes were seen as well; undefined where one is written in another way. */
export function learnSizes(before: SizeUnits, seen: readonly SeenSize[]): SizeUnits | undefined {
  const units = new Map(before)
  for (const [bytes, text] of seen) {
    const { amount, key } = partsOf(bytes)
    const unit = text.startsWith(`${amount} `) ? text.slice(amount.length + 1) : ''
    if (!UNIT.test(unit) || (units.get(key) ?? unit) !== unit) return undefined
    units.set(key, unit)
  }
  return units
}

/** A size as Roundcube writes it; undefined when its unit was not seen yet. */
export function learnedSizeText(units: SizeUnits, bytes: number): string | undefined {
  const { amount, key } = partsOf(bytes)
  const unit = units.get(key)
  return unit === undefined ? undefined : `${amount} ${unit}`
}

const UNIT = /^[^\d\s]{1,16}$/

/** A language may have another mark for decimals, which numbers without any do not show. */
function partsOf(bytes: number): { readonly amount: string; readonly key: string } {
  const [amount = '', unit = ''] = sizeText(bytes).split(' ')
  return { amount, key: amount.includes('.') ? `${unit} with decimals` : unit }
}
