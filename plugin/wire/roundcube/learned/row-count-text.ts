/** Which messages of how many a page shows. */
export interface RowCount {
  readonly first: number
  readonly last: number
  readonly total: number
}

/** `Messages 51 to 100 of 1000` in the reader's language: the words, and which number is between them. */
export interface RowCountText {
  readonly words: readonly string[]
  /** Orders that have written every text seen so far: more than one where its numbers were equal. */
  readonly orders: readonly (readonly (keyof RowCount)[])[]
}

const ORDERS = [
  ['first', 'last', 'total'],
  ['total', 'first', 'last'],
] as const

/** Learns how it is written from one that was; undefined when these are other numbers. */
export function learnRowCountText(text: string, count: RowCount): RowCountText | undefined {
  const words = text.split(/\d+/)
  const numbers = text.match(/\d+/g) ?? []
  if (numbers.length !== 3) return undefined
  const orders = ORDERS.filter((names) =>
    names.every((name, index) => String(count[name]) === numbers[index]),
  )
  return orders.length === 0 ? undefined : { words, orders }
}

/** The text for another page; undefined where the orders that are left write it differently. */
export function writeRowCount(
  { words, orders }: RowCountText,
  count: RowCount,
): string | undefined {
  const texts = orders.map((names) =>
    words.reduce((text, word, index) => {
      const name = names[index - 1]
      return name === undefined ? text + word : `${text}${count[name]}${word}`
    }),
  )
  const [text, ...others] = new Set(texts)
  return others.length > 0 ? undefined : text
}
