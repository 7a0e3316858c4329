import { LinkedText } from './linked-text.tsx'
import { quoteBlocks, type QuoteBlock } from './quoted-text.ts'

/** Lines of a quotation that are shown at once; the rest opens on demand. */
const shortQuoteLines = 12

/** A plain text body with its links and quotations told apart. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <div class="plain-text">
      {quoteBlocks(text).map((block, place) => (
        <Block key={place} block={block} />
      ))}
    </div>
  )
}

function Block({ block: { depth, text } }: { readonly block: QuoteBlock }) {
  if (depth === 0) {
    return (
      <p dir="auto">
        <LinkedText text={text} />
      </p>
    )
  }
  const lines = text.split('\n')
  const rest = lines.slice(shortQuoteLines).join('\n')

  return (
    <blockquote class={`quote depth-${depth}`} dir="auto">
      <LinkedText text={lines.slice(0, shortQuoteLines).join('\n')} />
      {rest === '' ? null : (
        <details>
          <summary aria-label={`+ ${lines.length - shortQuoteLines}`}>
            + {lines.length - shortQuoteLines}
          </summary>
          <LinkedText text={rest} />
        </details>
      )}
    </blockquote>
  )
}
