/**
 * Puts the style of a brand in the place of the one before; resolves once it is there, or can not be had. The sign-in page and the
 * mail page, which takes its place without a navigation, may be of two brands: one by the host, one by the mail domain.
 */
export function useBrandStyle(document: Document, address: string | null): Promise<void> {
  const before = document.getElementById('brand-style')
  if ((before?.getAttribute('href') ?? null) === address) return Promise.resolve()
  before?.remove()
  if (address === null) return Promise.resolve()
  const link = document.createElement('link')
  link.id = 'brand-style'
  link.rel = 'stylesheet'
  link.href = address
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve()
    document.head.append(link)
  })
}
