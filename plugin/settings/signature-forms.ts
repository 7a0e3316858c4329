/** What makes harmless markup of HTML, and readable words of markup. Both throw where it is too heavy. */
export interface SignatureRenderer {
  readonly markupOf: (html: string) => Promise<string>
  readonly textOf: (html: string) => Promise<string>
}

/** A signature in both its forms: the words are those of the markup, and empty where it shows none. */
export async function signatureForms(
  html: string,
  { markupOf, textOf }: SignatureRenderer,
): Promise<{ readonly markup: string; readonly text: string }> {
  const markup = await markupOf(html)
  return { markup, text: (await textOf(markup)).trim() }
}
