import type { NativeResponse } from '../../../wire/native/types.ts'
import { contentOfBlock } from '../page-env.ts'
import { isVersioned } from '../versioned.ts'

/** Answers that came with the page to what it asks first. Right only at its start: later they would be old. */
export interface FirstResults {
  /** The response for this address, once; undefined where none came, or after the start. */
  take(url: string): Promise<NativeResponse | undefined>
  /** The start is over: what was not requested by now is forgotten. */
  close(): void
}

/** Reads the end of the document, which may still be on its way while the page starts. */
export function firstResultsOfDocument(document: Document): FirstResults {
  const block = () => document.getElementById('postern-first')
  // What follows the block shows that it is whole: then nothing else of the document is waited for.
  const isWhole = block()?.nextSibling !== undefined && block()?.nextSibling !== null
  const read = isWhole ? Promise.resolve() : ended(document)
  return createFirstResults(read.then(() => block()?.textContent ?? ''))
}

/** Reads a page that was fetched as text. */
export function firstResultsOfHtml(html: string): FirstResults {
  return createFirstResults(Promise.resolve(contentOfBlock(html, 'postern-first') ?? ''))
}

function createFirstResults(json: Promise<string>): FirstResults {
  const responses = json.then(parseResults)
  let isOpen = true
  return {
    async take(url) {
      return isOpen ? (await responses).get(url) : undefined
    },
    close: () => (isOpen = false),
  }
}

function parseResults(json: string): ReadonlyMap<string, NativeResponse> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return new Map()
    return new Map(Object.entries(value).filter(isAnswered))
  } catch {
    // The document was cut short: the page asks as if nothing had come.
    return new Map()
  }
}

function isAnswered(entry: [string, unknown]): entry is [string, NativeResponse] {
  return isVersioned(entry[1])
}

async function ended(document: Document): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) =>
    document.addEventListener('DOMContentLoaded', resolve, { once: true }),
  )
}
