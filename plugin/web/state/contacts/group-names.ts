/** The groups that a field names, set apart by commas; a group that is there already may have one in its name. */
export function groupNames(field: string, known: readonly string[]): readonly string[] {
  const found: string[] = []
  let rest = `,${field.replace(/\s*,\s*/g, ',').trim()},`
  const withComma = known.filter((name) => name.includes(','))
  for (const name of withComma.toSorted((one, other) => other.length - one.length)) {
    const typed = `,${name.replace(/\s*,\s*/g, ',')},`
    if (!rest.includes(typed)) continue
    found.push(name)
    rest = rest.replace(typed, ',')
  }
  const others = rest.split(',').map((name) => name.trim())
  return [...new Set([...others, ...found])].filter((name) => name !== '')
}
