/** The values of a field in a header, unfolded (RFC 5322 2.2.3), in their order; none where it is missing. */
export function fieldValues(header: string, name: string): readonly string[] {
  const field = new RegExp(`^${name}[ \\t]*:((?:.*)(?:\\r?\\n[ \\t].*)*)`, 'gim')
  return [...header.matchAll(field)].map(([, value = '']) =>
    value.replaceAll(/\r?\n(?=[ \t])/g, '').trim(),
  )
}
