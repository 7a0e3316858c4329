/**
 * The address book of a mailbox: `%u` is the sign-in name, `%n` and `%d` are what is before and behind its `@`, each as one
 * segment of the path. Ends with a slash. undefined where the name makes no segment.
 */
export function collectionUrl(template: string, user: string): string | undefined {
  const at = user.lastIndexOf('@')
  const parts: Readonly<Record<string, string>> = {
    '%u': user,
    '%n': at === -1 ? user : user.slice(0, at),
    '%d': at === -1 ? '' : user.slice(at + 1),
  }
  const placeholders = template.match(/%[und]/g) ?? []
  // Dots alone would be another place of the path (RFC 3986 5.2.4).
  if (placeholders.some((placeholder) => /^\.*$/.test(parts[placeholder] ?? ''))) return undefined
  const filled = template.replace(/%[und]/g, (placeholder) =>
    encodeURIComponent(parts[placeholder] ?? ''),
  )
  const { href } = new URL(filled)
  return href.endsWith('/') ? href : `${href}/`
}

/**
 * The path of a card as everybody writes it, for servers differ in what they escape; undefined for what is not right below
 * the address book.
 */
export function cardPath(href: string, collection: string): string | undefined {
  const base = new URL(collection)
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  if (url.origin !== base.origin) return undefined
  const [above, path] = [evenPath(base.pathname), evenPath(url.pathname)]
  if (above === undefined || path?.startsWith(above) !== true) return undefined
  const name = path.slice(above.length)
  return name === '' || name.includes('/') ? undefined : path
}

function evenPath(path: string): string | undefined {
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')
  } catch {
    // URIError: an escape that is none.
    return undefined
  }
}
