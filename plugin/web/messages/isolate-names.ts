/** Between these a text has a direction of its own (Unicode UAX 9, FSI and PDI). */
const [BEGIN, END] = ['\u2068', '\u2069']

/**
 * Texts in which a name, an address or a reason from elsewhere stands apart: without it a name from left to right takes the
 * words and the punctuation beside it to its own side.
 */
export function isolateNames<Texts extends object>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([key, text]: [string, unknown]) => [
    key,
    typeof text === 'function' ? isolating(text as (...values: unknown[]) => unknown) : text,
  ])
  return Object.fromEntries(entries) as Texts
}

function isolating(text: (...values: unknown[]) => unknown): (...values: unknown[]) => unknown {
  return (...values) =>
    text(
      ...values.map((value) =>
        typeof value === 'string' && value !== '' ? `${BEGIN}${value}${END}` : value,
      ),
    )
}
